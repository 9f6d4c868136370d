/** Explains what is wrong with bytes that Node's parser rejects, and the remedy. */

import { isUtf8 } from 'node:buffer';
import { METHODS, type IncomingMessage } from 'node:http';
import { invalidRequest, ServiceError } from '../service-error.js';
import { headersTooLarge, targetTooLong } from './http-rules.js';
import { announcesBody } from './lingering-close.js';
import type { RefusalReason } from '../../refused-connections.js';
import reasons from './parser-reasons.json' with { type: 'json' };

/** An error of Node's parser, or of TLS. */
export interface ConnectionError extends NodeJS.ErrnoException {
  /** The last bytes that were received. */
  readonly rawPacket?: Buffer;
  /** How many of these bytes were parsed before the error. */
  readonly bytesParsed?: number;
  /** The reason that llhttp gives. */
  readonly reason?: string;
}

/** A request line, with any method (RFC 9112 section 3). */
const REQUEST_LINE = /^([!#$%&'*+.^`|~\w-]+) \S+ HTTP\/1\.[01]\r?\n/;

/**
 * What errors of the parser mean, and the remedy. `{line}` stands for the number of the line in the request, and
 * `{reason}` for the reason that the parser gives.
 */
const REASONS = new Map(Object.entries(reasons));
const OTHER_REASON = 'the request is not valid HTTP/1.1 ({reason}); let the client speak HTTP/1.1';

/** The refusal of a message that is not yet part of an exchange. */
export function failureBehind(error: ConnectionError): ServiceError {
  const { code = '', rawPacket, bytesParsed = 0, reason = '' } = error;
  // The parser reads at most a megabyte. Without a line break in it, the target alone is too long.
  const hasLineBreak = rawPacket?.includes('\n') === true;
  if (code === 'HPE_HEADER_OVERFLOW') return hasLineBreak ? headersTooLarge() : targetTooLong();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return tooSlow('the header fields of the request did not come to their end in time; send them at once');
  if (code === 'HPE_INVALID_METHOD') return notHttp(methodReason(messageIn(error) ?? ''));

  const lines = rawPacket?.subarray(0, bytesParsed).toString('latin1').split('\n');
  const why = (REASONS.get(code) ?? OTHER_REASON).replace('{line}', String(lines?.length ?? 0));
  return notHttp(why.replace('{reason}', () => reason));
}

/** The error 400 for bytes that are no HTTP. @param why reason and remedy, for the developers of the client */
function notHttp(why: string): ServiceError {
  return invalidRequest('The request is not valid HTTP.', { diagnostic: why });
}

/** The error for a message that did not come in time. */
function tooSlow(reason: string): ServiceError {
  return new ServiceError(408, 'request_timeout', 'The request took too long to arrive.', { diagnostic: reason });
}

/** Why the parser does not accept a method, and the remedy. @param text the rejected message */
function methodReason(text: string): string {
  const [, method = ''] = REQUEST_LINE.exec(text) ?? [];
  // The parser rejects a known method if other bytes come before it on the connection.
  if (METHODS.includes(method)) return 'bytes of the message before it precede the request; see that exchange';
  if (METHODS.includes(method.toUpperCase())) return `the method is ${method}; write it in capital letters`;
  if (method !== '') return `the method ${method} is unknown; send GET or POST`;

  return 'what was sent does not begin with a request line; let the client speak HTTP/1.1';
}

/** Why the body of a request breaks off after its head was read. */
export function brokenBody({ headers }: IncomingMessage, { code = '', reason }: ConnectionError): ServiceError {
  const { 'content-length': length } = headers;
  const announced = length === undefined ? 'its last chunk' : `the ${length} bytes that Content-Length says`;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return tooSlow(`${BROKEN}${announced} did not come in time; count the bytes of the body, not its characters`);
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    const diagnostic = `${BROKEN}its chunk extensions have more than 16 KiB; send none`;
    return new ServiceError(413, 'payload_too_large', 'The chunk extensions are too large.', { diagnostic });
  }

  const isOfParser = code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE';
  const isMalformed = isOfParser && reason !== undefined;
  const found = isMalformed ? `it is not chunked as it says (${reason})` : `the connection ended before ${announced}`;
  const diagnostic = `${BROKEN}${found}; send it to its end`;

  return invalidRequest('The request body could not be read.', { diagnostic });
}

/** The beginning of the diagnostic of a body that did not come whole. */
const BROKEN = 'the body broke off: ';

/**
 * How many bytes follow a complete request without being a message, as when `Content-Length` is too small. Undefined if
 * the bytes are a message.
 * @param options `isAnswered`: whether the response was sent before; then the bytes belong to the request only if it
 * has a body
 */
export function strayBytes(
  { headers }: IncomingMessage,
  error: ConnectionError,
  { isAnswered }: { readonly isAnswered: boolean },
): number | undefined {
  const { code, rawPacket, bytesParsed = 0 } = error;
  if (rawPacket === undefined) return undefined;
  if (isAnswered && !announcesBody(headers)) return undefined;

  const rest = rawPacket.length - bytesParsed;
  // After the last request of a connection, llhttp consumes one byte before it reports the error.
  if (code === 'HPE_CLOSED_CONNECTION') return rest + 1;
  if (code !== 'HPE_INVALID_METHOD' || REQUEST_LINE.test(messageIn(error) ?? '')) return undefined;

  return rest;
}

/** A sentence about a request whose body is longer than declared. */
export function strayReason({ headers }: IncomingMessage, stray: number): string {
  const { 'content-length': length = '0' } = headers;
  const remedy = 'count the bytes of the body, not its characters';
  if (headers['transfer-encoding'] !== undefined) return `${stray} bytes follow the last chunk of the body; ${remedy}`;

  const has = `the body has ${Number(length) + stray} bytes`;
  if (length === '0') return `Content-Length is missing or 0, ${has}`;

  return `Content-Length says ${length}, ${has}; ${remedy}`;
}

/** The message that the parser rejected; undefined if its bytes are unknown. */
export function messageIn({ code, rawPacket, bytesParsed = 0 }: ConnectionError): string | undefined {
  const text = rawPacket?.toString('latin1');
  if (text === undefined) return undefined;

  const read = text.slice(0, bytesParsed);
  // The parser may have read some letters of the method before it noticed the error, so the method begins earlier.
  if (code === 'HPE_INVALID_METHOD') {
    const letters = /[A-Z-]{0,20}$/.exec(read)![0];
    return readable(text.slice(read.length - letters.length));
  }

  // The message begins with the last request line that was read. If there is none, it begins with the last line.
  const start = [...read.matchAll(/[A-Z]{3,20} \S+ HTTP\/1/g)].at(-1)?.index;
  return readable(text.slice(start ?? read.lastIndexOf('\n') + 1));
}

/** The text of bytes, in UTF-8 if they are valid UTF-8. @param text each character is one byte */
function readable(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : text;
}

/** The first byte that a TLS client sends: the type of a record that contains a handshake (RFC 8446 section 5.1). */
const TLS_HANDSHAKE = 0x16;

/** What a client spoke, by the code of the error. */
const PROTOCOLS: ReadonlyMap<string, RefusalReason> = new Map([
  ['HPE_PAUSED_H2_UPGRADE', 'http2'],
  ['ERR_SSL_NO_APPLICATION_PROTOCOL', 'http2'],
  ['ERR_SSL_HTTP_REQUEST', 'plain-http'],
  ['ERR_SSL_HTTPS_PROXY_REQUEST', 'plain-http'],
]);

/** Why a client's connection is refused; undefined if the client speaks HTTP/1.1, or the connection merely ended. */
export function refusalReason({ code = '', rawPacket }: ConnectionError): RefusalReason | undefined {
  if (code === 'HPE_INVALID_METHOD' && rawPacket?.[0] === TLS_HANDSHAKE) return 'tls';
  return PROTOCOLS.get(code) ?? (code.startsWith('ERR_SSL_') ? 'handshake' : undefined);
}
