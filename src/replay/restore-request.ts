/** Restores the bytes of a request from a recorded exchange, with the secrets that the journal removed. */

import type { HeaderField, MessageBody, Exchange } from '../journal/exchange.js';
import { BODY_LIMIT } from '../service/stages/request-body.js';
import { REDACTED } from '../journal/redaction.js';

/** Creates the secrets that the journal removed. */
export interface SecretRestorer {
  /** The client secret. The journal keeps wrong secrets, so they are sent unchanged. */
  readonly clientSecret: string;
  /** Adds the signature to the header and claims of an access token. */
  readonly signToken: (headerAndClaims: string) => string;
  /** Adds the seal to the body of a link token. */
  readonly sealLink: (body: Uint8Array) => string;
}

/** A request as sent. */
export interface RestoredRequest {
  readonly bytes: Buffer;
  /** False if the request announces a body that was not read. */
  readonly isWhole: boolean;
}

/** Thrown if the body of a request was not recorded. */
export class LostRequestError extends Error {
  override readonly name = 'LostRequestError';
}

const UNSIGNED = new RegExp(`\\b(eyJ[\\w-]+\\.[\\w-]+)\\.${REDACTED}\\b`, 'g');
const UNSEALED = new RegExp(`/([\\w-]+)\\.${REDACTED}$`);
const SECRET_FIELD = new RegExp(`(client_secret=)${REDACTED}(?=&|$)`, 'gi');
/** Headers that depend on the connection and on the length of the body. They are created again. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'expect']);

/**
 * Restores a request. It is the only one on its connection.
 * @throws LostRequestError if its body was not recorded
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
  const framing = body === undefined ? framingOfUnreadBody(request.headers) : [`Content-Length: ${body.length}`];
  const head = [`${method} ${target} HTTP/1.1`, ...headers, ...framing, 'Connection: close', '', ''].join('\r\n');
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]),
    isWhole: body !== undefined || framing.length === 0,
  };
}

/** The framing headers of a body that the emulator did not read: the body is announced, but not sent. */
function framingOfUnreadBody(headers: readonly HeaderField[]): string[] {
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
  // The emulator refuses larger bodies without reading them.
  if (body.bytes > BODY_LIMIT) return Buffer.alloc(body.bytes, ' ');
  throw new LostRequestError(
    `the request of exchange ${id} cannot be replayed: the journal did not keep its body of ${body.bytes} bytes`,
  );
}
