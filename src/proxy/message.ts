/** Requests and answers as the proxy holds them: whole, so that they can be checked before they go on. */

/** What requests and answers have in common. */
export interface Message {
  /** Names and values by turns, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface ProxiedRequest extends Message {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
}

export interface ProxiedAnswer extends Message {
  readonly status: number;
  /** The body with its content coding undone; undefined where that cannot be done. */
  readonly content: Buffer | undefined;
}

/** Headers by their names in lower case; values of repeated ones are put together (RFC 9110 section 5.3). */
export function headersOf({ rawHeaders }: Pick<Message, 'rawHeaders'>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    const value = rawHeaders[at + 1]!;
    headers[name] = name in headers ? `${headers[name]!}, ${value}` : value;
  }
  return headers;
}

/** The value of a body: of JSON what it stands for, else its text; undefined where it is empty. `broken` is JSON that is none. */
export function bodyValue(
  bytes: Buffer,
  contentType: string | undefined,
): { readonly value?: unknown; readonly broken?: true } {
  if (bytes.length === 0) return {};
  const text = bytes.toString();
  if (!/[/+]json$/.test(mediaTypeIn(contentType))) return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { broken: true };
  }
}

/** Without its parameters, in lower case; empty where there is none. */
function mediaTypeIn(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase();
}
