/** HTTP messages as the proxy holds them: whole, so that they can be checked before they are passed on. */

import { isDeeperThan, MOST_LEVELS_READ } from '../../common/json.js';
import { receiveBytes } from '../../common/platform/receive-bytes.js';
import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '../../contract/headers.js';
import { BodyTooLargeError } from '../../common/platform/content-coding.js';
import { headerFields } from '../../emulator/journal/exchange.js';
import { headersOf as joinedHeaders, type LeftOut, type RecordedExchange } from '../../traffic/recorded-exchange.js';

/** What requests and responses have in common. */
export interface RawMessage {
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A response on its way to the client. */
export interface ClientResponse extends RawMessage {
  readonly status: number;
}

export interface ProxiedRequest extends RawMessage {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
}

export interface ProxiedResponse extends ClientResponse {
  /** The body after decoding its content coding. Undefined if it cannot be decoded. */
  readonly content: Buffer | undefined;
}

/** Headers by their names in lower case. */
export function headersOf({ rawHeaders }: Pick<RawMessage, 'rawHeaders'>): Readonly<Record<string, string>> {
  return joinedHeaders(headerFields(rawHeaders));
}

/** The exchange as files of traffic have it. @param response undefined if the service sent none */
export function recordedExchange(
  { rawHeaders, method, target: url, body: requestBody }: ProxiedRequest,
  response: ProxiedResponse | undefined,
): RecordedExchange | LeftOut {
  if (response?.content === undefined) return 'aborted';
  // The proxy asks for no coding, whatever the client accepts.
  const { 'accept-encoding': _coding, ...requestHeaders } = headersOf({ rawHeaders });
  const { status, content: responseBody } = response;
  const responseHeaders = headersOf(response);
  return { method, url, status, requestHeaders, responseHeaders, requestBody, responseBody };
}

/**
 * Parses a body: JSON to its value, anything else to text. The value is undefined if the body is empty; `broken` is
 * true if the media type is JSON and the body is not.
 */
export function bodyValue(bytes: Buffer, contentType = ''): { readonly value?: unknown; readonly broken?: true } {
  if (bytes.length === 0) return {};
  const text = bytes.toString();
  if (!/[/+]json$/.test(mediaTypeOf(contentType))) return { value: text };
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, MOST_LEVELS_READ) ? { broken: true } : { value };
  } catch {
    return { broken: true };
  }
}

/**
 * Reads a whole body.
 * @param limit in bytes
 * @throws BodyTooLargeError as soon as the body is known to be too large; the rest is discarded
 */
export async function readBody(message: IncomingMessage, limit: number): Promise<Buffer> {
  const bytes = await receiveBytes(message, limit);
  if (bytes === undefined) throw new BodyTooLargeError();
  return bytes;
}
