/**
 * The gateway between a Pact verifier and the emulator: reads the request of the verifier, sends it in the form that
 * the service accepts, and passes the response on.
 */

import type { IncomingHttpHeaders, IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { parseList } from 'structured-headers';
import { mapMembers, withoutUndefined } from '../../common/json.js';
import { endToEndHeaders, HOP_BY_HOP } from '../../common/platform/end-to-end-headers.js';
import { receiveBytes } from '../../common/platform/receive-bytes.js';
import { sendRaw } from '../../common/platform/send-raw.js';
import type { AdaptedRequest, RawRequest } from './adapt-request.js';

/** A response on its way to the verifier. */
export interface ForwardedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/**
 * The request in plain parts, without the headers that describe the connection to the verifier.
 * @param target path and query
 */
export function rawRequest(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  target: string,
  body: Buffer,
): RawRequest {
  // The length is computed again, because the body may be changed; `Expect` was answered already.
  const isOfConnection = (name: string): boolean =>
    HOP_BY_HOP.has(name) || name === 'content-length' || name === 'expect';
  const endToEnd = Object.entries(singleHeaders(headers)).filter(([name]) => !isOfConnection(name));

  return { method: method!, target, headers: Object.fromEntries(endToEnd), body };
}

/** The headers by lower-case name, each with one value. Repeated headers are joined by commas. */
export function singleHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return mapMembers(withoutUndefined(headers), (value) => [value].flat().join(', '));
}

/** The emulator's diagnostics in a response's headers: `Emulator-Diagnostic`, a list of strings (RFC 9651). */
export function parseDiagnostics({ 'emulator-diagnostic': field }: IncomingHttpHeaders): string[] {
  if (typeof field !== 'string') return [];
  try {
    return parseList(field).flatMap(([value]) => (typeof value === 'string' ? [value] : []));
  } catch {
    // A response that the emulator did not make may have such a header in another form: it is shown as it is.
    return [field];
  }
}

/**
 * Receives a whole body. `node:stream/consumers` would make a `Blob` first, which takes a tenth of an interaction's
 * time.
 */
export async function receiveWholeBody(message: IncomingMessage): Promise<Buffer> {
  return (await receiveBytes(message, Number.POSITIVE_INFINITY))!;
}

/**
 * Sends the request to the emulator.
 * @param to the address of the emulator, with the whole path
 * @throws the error of the connection if the response is not complete
 */
export async function forward(
  { method, headers, body }: AdaptedRequest,
  to: RequestOptions,
): Promise<ForwardedResponse> {
  const allHeaders = { ...headers, ...(body.length > 0 && { 'content-length': body.length }) };
  const response = await sendRaw({ ...to, method, headers: allHeaders }, body);
  const { statusCode, headers: receivedHeaders, rawHeaders } = response;

  return { status: statusCode!, headers: receivedHeaders, rawHeaders, body: await receiveWholeBody(response) };
}

/**
 * Responds to the verifier, without the headers that describe the connection to the emulator. The framing of the body
 * (RFC 9112 section 6) stays as the emulator chose it, because a pact may expect its headers.
 */
export function passOn({ status, headers, rawHeaders, body }: ForwardedResponse, res: ServerResponse): void {
  const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
  // Node.js would add chunks. Without a framing header, the end of the connection ends the body.
  if (!isFramed) res.removeHeader('transfer-encoding');
  res.writeHead(status, endToEndHeaders(rawHeaders)).end(body);
}
