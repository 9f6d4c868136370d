/** The HTTP messages that pass the proxy. */

import { PROBLEM_TYPE, problemDetails } from '../../common/platform/problem-details.js';
import { isDeeperThan, MOST_LEVELS_READ, parseJson } from '../../common/json.js';
import { mediaTypeOf } from '../../contract/headers.js';
import type { Problem } from '../../emulator/control/problem.js';
import type { LeftOut, ReadEntry } from '../../traffic/recorded-exchange.js';

/** A body that is empty, or that is not kept. */
export const NO_BYTES = Buffer.alloc(0);

/** What requests and responses have in common. */
interface Message {
  /** Names and values in turn, as they were received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A response on its way to the client. */
export interface ClientResponse extends Message {
  readonly status: number;
}

/** A message that the proxy has received. */
interface ReceivedMessage extends Message {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A request of a client, on its way to the service. */
export interface ProxiedRequest extends ReceivedMessage {
  readonly method: string;
  /** Path and query, as they were received. */
  readonly target: string;
}

/** A response of the service, on its way to the client. */
export interface ProxiedResponse extends ReceivedMessage, ClientResponse {
  /** The body after its content coding was decoded. Undefined if it cannot be decoded. */
  readonly content: Buffer | undefined;
  /** Why the proxy does not have the body. `cut`: it came whole, but was too large to keep. `aborted`: it broke off. */
  readonly leftOut?: Extract<LeftOut, 'cut' | 'aborted'>;
}

/**
 * The exchange in the form in which files with traffic have it.
 * @param response undefined if the service sent none
 */
export function recordedExchange(request: ProxiedRequest, response: ProxiedResponse | undefined): ReadEntry {
  if (response?.content === undefined) return response?.leftOut ?? 'aborted';

  // The proxy replaces this header when it forwards the request, because it has to read the response.
  const { method, target: url, body: requestBody } = request;
  const { 'accept-encoding': _coding, ...requestHeaders } = request.headers;
  const { status, headers: responseHeaders, content: responseBody } = response;

  return { method, url, status, requestHeaders, responseHeaders, requestBody, responseBody };
}

/**
 * Parses a body. Returns undefined if the media type is JSON and the body is not.
 * @param bytes undefined if the body cannot be decoded; then the result is undefined, too
 * @returns `value`: the value of JSON, or the text of anything else; undefined if the body is empty
 */
export function parseBody(bytes: Buffer | undefined, contentType = ''): { readonly value: unknown } | undefined {
  if (bytes === undefined) return undefined;
  if (bytes.length === 0) return { value: undefined };

  const text = bytes.toString();
  // Text of another type is its own value.
  if (!/[/+]json$/.test(mediaTypeOf(contentType))) return { value: text };

  const value = parseJson(text);
  const isUnreadable = value === undefined || isDeeperThan(value, MOST_LEVELS_READ);
  return isUnreadable ? undefined : { value };
}

/** Renders a failure as problem details (RFC 9457), so that clients can tell it from a response of the service. */
export function failureResponse({ status, title, message, members }: Problem): ClientResponse {
  return jsonResponse(status, problemDetails(status, title, message, members), PROBLEM_TYPE);
}

/** A response with this JSON value. */
export function jsonResponse(status: number, value: object, type = 'application/json; charset=utf-8'): ClientResponse {
  const body = Buffer.from(JSON.stringify(value));
  const rawHeaders = ['Content-Type', type, 'Content-Length', String(body.length)];

  return { status, rawHeaders, body };
}
