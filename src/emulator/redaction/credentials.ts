/** The credentials in a header. */

/** The parts of the value of an `Authorization` header (RFC 9110 section 11.4); the gap is the blanks between. */
export function credentialsIn(header: string): Readonly<Record<'scheme' | 'gap' | 'credentials', string>> {
  const [before = '', scheme = '', gap = ''] = /^(\S*)(\s*)/.exec(header) ?? [];
  return { scheme, gap, credentials: header.slice(before.length) };
}

/** The client ID and secret in HTTP Basic (RFC 7617). Undefined if there are none. */
export function basicCredentials(credentials: string): Record<'clientId' | 'secret', string> | undefined {
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : { clientId: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** The token behind `Bearer` in an `Authorization` header; undefined if there is none, or no value in its place. */
export function bearerTokenIn(header: string): string | undefined {
  const { scheme, credentials } = credentialsIn(header.trim());
  return /^bearer$/i.test(scheme) && credentials !== '' && !isNoValue(credentials) ? credentials : undefined;
}

/** Whether a program wrote this where it had no value: it is a mistake to be seen, and not a secret. */
export function isNoValue(text: string): boolean {
  return /^(?:undefined|null|NaN|None|nil|<nil>|\[object \w+\])$/.test(text);
}
