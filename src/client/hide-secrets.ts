/** Takes secrets out of what is shown: a service may send back what it was sent. */

const HIDDEN_HEADERS = new Set(['set-cookie', 'authorization']);

export function hideSecrets(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret)]) shown = shown.split(form).join('[hidden]');
  }
  return shown;
}

export function shownHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (!HIDDEN_HEADERS.has(name)) shown[name] = hideSecrets(value, secrets);
  return shown;
}
