/** Makes the bytes of a request from what the journal shows of it: secrets that were taken out are put in again. */

import type { HeaderField, MessageBody, Exchange } from '../journal/exchange.js';
import { BODY_LIMIT } from '../service/stages/request-body.js';
import { REDACTED } from '../journal/redaction.js';

/** What puts secrets in again. */
export interface SecretRestorer {
  /** The right one; wrong ones are sent as they stand in the journal. */
  readonly clientSecret: string;
  /** Completes an access token of which header and claims are known. */
  readonly signToken: (headerAndClaims: string) => string;
  /** Completes a link token of which all but the seal is known. */
  readonly sealLink: (body: Uint8Array) => string;
}

/** A request as it goes over the wire. */
export interface RestoredRequest {
  readonly bytes: Buffer;
  /** Whether the body that it announces is there. */
  readonly isWhole: boolean;
}

/** Thrown where a request cannot be made again. */
export class LostRequestError extends Error {
  override readonly name = 'LostRequestError';
}

const UNSIGNED = new RegExp(`\\b(eyJ[\\w-]+\\.[\\w-]+)\\.${REDACTED}\\b`, 'g');
const UNSEALED = new RegExp(`/([\\w-]+)\\.${REDACTED}$`);
const SECRET_FIELD = new RegExp(`(client_secret=)${REDACTED}(?=&|$)`, 'gi');
/** Told by their framing, which is made anew. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'expect']);

/**
 * The request as it goes over the wire; the connection is for it alone.
 * @throws LostRequestError where its body was not kept
 */
export function restoreRequest(
  { id, method, path, query, request }: Exchange,
  restorer: SecretRestorer,
): RestoredRequest {
  const body = request.body === undefined ? undefined : restoreBody(id, request.body, restorer);
  const target = `${restorePath(path, restorer)}${query === '' ? '' : `?${restoreText(query, restorer)}`}`;
  const headers = request.headers
    .filter(([name]) => !FRAMING.has(name.toLowerCase()))
    .map((field) => restoreHeader(field, restorer));
  const framing = body === undefined ? unreadBody(request.headers) : [`Content-Length: ${body.length}`];
  const head = [`${method} ${target} HTTP/1.1`, ...headers, ...framing, 'Connection: close', '', ''].join('\r\n');
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]),
    isWhole: body !== undefined || framing.length === 0,
  };
}

/** A body that nobody read does not matter, but that there was one may: it is announced, and never comes. */
function unreadBody(headers: readonly HeaderField[]): string[] {
  return headers
    .filter(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}`);
}

function restoreHeader([name, value]: HeaderField, restorer: SecretRestorer): string {
  if (name.toLowerCase() !== 'authorization') return `${name}: ${value}`;
  const basic = /^(basic\s+)(\S+)$/i.exec(value);
  if (basic === null) return `${name}: ${restoreTokens(value, restorer)}`;
  const text = Buffer.from(basic[2]!, 'base64').toString();
  if (!text.endsWith(`:${REDACTED}`)) return `${name}: ${value}`;
  const restored = text.slice(0, -REDACTED.length) + encodeURIComponent(restorer.clientSecret);
  return `${name}: ${basic[1]!}${Buffer.from(restored).toString('base64')}`;
}

function restorePath(path: string, { sealLink }: SecretRestorer): string {
  return path.replace(UNSEALED, (_, body: string) => `/${sealLink(Buffer.from(body, 'base64url'))}`);
}

function restoreText(text: string, restorer: SecretRestorer): string {
  return restoreTokens(text, restorer).replace(
    SECRET_FIELD,
    (_, name: string) => name + encodeURIComponent(restorer.clientSecret),
  );
}

function restoreTokens(text: string, { signToken }: SecretRestorer): string {
  return text.replace(UNSIGNED, (_, headerAndClaims: string) => signToken(headerAndClaims));
}

function restoreBody(id: number, body: MessageBody, restorer: SecretRestorer): Buffer {
  if ('text' in body) return Buffer.from(restoreText(body.text, restorer));
  if ('base64' in body) return Buffer.from(body.base64, 'base64');
  // Larger bodies are refused, whatever is in them.
  if (body.bytes > BODY_LIMIT) return Buffer.alloc(body.bytes, ' ');
  throw new LostRequestError(
    `the request of exchange ${id} cannot be made again: its body of ${body.bytes} bytes was not kept`,
  );
}
