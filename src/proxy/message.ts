/** HTTP messages as the proxy holds them: whole, so that they can be checked before they are passed on. */

import { isDeeperThan, MOST_LEVELS_READ } from '../contract/json.js';
import type { IncomingMessage } from 'node:http';
import { BodyTooLargeError } from '../journal/content-coding.js';

/** What requests and responses have in common. */
export interface RawMessage {
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface ProxiedRequest extends RawMessage {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
}

export interface ProxiedResponse extends RawMessage {
  readonly status: number;
  /** The body after decoding its content coding. Undefined if it cannot be decoded. */
  readonly content: Buffer | undefined;
}

/** Headers by their names in lower case. The values of repeated headers are joined (RFC 9110 section 5.3). */
export function headersOf({ rawHeaders }: Pick<RawMessage, 'rawHeaders'>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    const value = rawHeaders[at + 1]!;
    headers[name] = name in headers ? `${headers[name]!}, ${value}` : value;
  }
  return headers;
}

/** Headers that apply to a single connection and are not passed on (RFC 9110 section 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers to pass on, names and values in turn: without hop-by-hop headers and those that `Connection` lists.
 * @param removed further headers to leave out, in lower case
 */
export function endToEndHeaders(rawHeaders: readonly string[], removed: ReadonlySet<string> = new Set()): string[] {
  const pairs = Array.from(
    { length: rawHeaders.length / 2 },
    (_, at) => [rawHeaders[2 * at]!, rawHeaders[2 * at + 1]!] as const,
  );
  const listed = new Set(
    pairs.flatMap(([name, value]) =>
      name.toLowerCase() === 'connection' ? value.split(',').map((option) => option.trim().toLowerCase()) : [],
    ),
  );
  return pairs.filter(([name]) => ![HOP_BY_HOP, listed, removed].some((names) => names.has(name.toLowerCase()))).flat();
}

/** The headers in the form that Node.js sends. The values of repeated headers become an array. */
export function groupHeaders(rawHeaders: readonly string[]): Record<string, string | string[]> {
  const grouped = new Map<string, [name: string, values: string[]]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const known = grouped.get(name.toLowerCase());
    if (known === undefined) grouped.set(name.toLowerCase(), [name, [rawHeaders[at + 1]!]]);
    else known[1].push(rawHeaders[at + 1]!);
  }
  return Object.fromEntries(
    [...grouped.values()].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  );
}

/**
 * Parses a body: JSON to its value, anything else to text. The value is undefined if the body is empty; `broken` is true
 * if the media type is JSON and the body is not.
 */
export function bodyValue(
  bytes: Buffer,
  contentType: string | undefined,
): { readonly value?: unknown; readonly broken?: true } {
  if (bytes.length === 0) return {};
  const text = bytes.toString();
  if (!/[/+]json$/.test(mediaTypeIn(contentType))) return { value: text };
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, MOST_LEVELS_READ) ? { broken: true } : { value };
  } catch {
    return { broken: true };
  }
}

/** The media type without parameters, in lower case. Empty if there is none. */
function mediaTypeIn(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase();
}

/**
 * Reads a whole body.
 * @param limit in bytes
 * @throws BodyTooLargeError as soon as the body is known to be too large; the rest is not read
 */
export async function readBody(message: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(message.headers['content-length'] ?? 0) > limit) throw new BodyTooLargeError();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
