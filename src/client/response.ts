/** Reads a response: its value, or the error that describes it (specification section 7). */

import {
  APIError,
  ConnectionError,
  type ErrorResponse,
  type FailedResponse,
  RateLimitError,
  UnauthorizedError,
} from './errors.js';
import type { ServiceRequest } from './request.js';
import { readRetryAfter } from './retry.js';
import type { HttpResponse } from './transport.js';

/** Authorization servers may send these with 400 (RFC 6749 section 5.2). */
const CLIENT_REFUSALS = new Set(['invalid_client', 'unauthorized_client']);

/**
 * Reads the object or array in the body.
 * @param secrets texts that must not appear in an error
 * @throws APIError, UnauthorizedError
 */
export function readObject(request: ServiceRequest, response: HttpResponse, secrets: readonly string[]): object {
  checkStatus(request, response, secrets);
  if (response.cut !== undefined)
    throw bodyFailure(request, response, secrets, 'is truncated', shownCause(request, response.cut));
  if (response.text.trim() === '') throw bodyFailure(request, response, secrets, 'is empty');
  let value: unknown;
  try {
    value = JSON.parse(response.text);
  } catch (error) {
    // The parser's message quotes the body.
    throw bodyFailure(request, response, secrets, 'is not JSON', request.isConfidential ? undefined : error);
  }
  if (typeof value !== 'object' || value === null) throw bodyFailure(request, response, secrets, 'is not an object');
  return value;
}

/**
 * Checks the response of an operation without a response body (204). A page of HTML from a gateway is an error.
 * @throws APIError, UnauthorizedError
 */
export function readNothing(request: ServiceRequest, response: HttpResponse, secrets: readonly string[]): void {
  checkStatus(request, response, secrets);
  if (response.status !== 204 && response.text.trim() !== '') readObject(request, response, secrets);
}

/** The error for a successful status with an unusable body. */
export function bodyFailure(
  request: ServiceRequest,
  received: HttpResponse,
  secrets: readonly string[],
  flaw: string,
  cause?: unknown,
): APIError {
  const response = shownResponse(request, received, secrets);
  const beginning = response.body === '' ? '' : `: ${beginningOf(response.body)}`;
  const message = `${request.operation} returned ${received.status}, but the body ${flaw}${beginning}`;
  return new APIError(message, { status: received.status, requestId: requestIdOf(received), response, cause });
}

function checkStatus(request: ServiceRequest, response: HttpResponse, secrets: readonly string[]): void {
  if (response.status >= 200 && response.status < 300) return;
  throw statusFailure(request, response, secrets);
}

function statusFailure(request: ServiceRequest, received: HttpResponse, secrets: readonly string[]): FailedResponse {
  const { status } = received;
  const response = shownResponse(request, received, secrets);
  const { code, text, details } = describeFailure(response.body);
  const message = `${request.operation} failed with status ${status}: ${text}`;
  const failure = {
    status,
    code,
    details,
    requestId: requestIdOf(received),
    response,
    cause: shownCause(request, received.cut),
  };
  if (status === 401 || status === 403 || (request.isConfidential && CLIENT_REFUSALS.has(code ?? '')))
    return new UnauthorizedError(message, failure);
  if (status === 429) return new RateLimitError(message, { ...failure, retryAfter: readRetryAfter(received) });
  return new APIError(message, failure);
}

/** The response as errors show it, without secrets. */
function shownResponse(
  { isConfidential }: ServiceRequest,
  { status, headers, text }: HttpResponse,
  secrets: readonly string[],
): ErrorResponse {
  // A broken token response may contain a part of a token.
  const isSecret = isConfidential && status < 300 && text.includes('{');
  return { status, headers: shownHeaders(headers, secrets), body: isSecret ? '[hidden]' : hideSecrets(text, secrets) };
}

/** What the body of an error response says. */
interface FailureDescription {
  readonly code: string | undefined;
  /** A sentence, or the beginning of the body. */
  readonly text: string;
  readonly details: unknown;
}

function describeFailure(body: string): FailureDescription {
  const content = objectIn(body);
  // `{ error: { code, message } }` as well as `{ error: 'code', message }`.
  const error =
    typeof content['error'] === 'object' && content['error'] !== null
      ? (content['error'] as Record<string, unknown>)
      : content;
  return {
    code: firstText(content['error'], error['code'], content['code']),
    text:
      firstText(error['message'], content['error_description'], content['detail'], content['title']) ??
      (beginningOf(body) || 'the body is empty'),
    details: error['details'] ?? content['errors'],
  };
}

function objectIn(body: string): Record<string, unknown> {
  try {
    const value = JSON.parse(body) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

const MOST_CHARACTERS = 200;

/** The beginning of a text on one line, for messages. */
function beginningOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}

/** Headers that gateways and the emulator use for a request ID. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'emulator-exchange'];

export function requestIdOf({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
  return REQUEST_ID_HEADERS.map((name) => headers[name]).find((value) => value !== undefined);
}

const HIDDEN_HEADERS = new Set(['set-cookie', 'authorization']);

function hideSecrets(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret)]) shown = shown.split(form).join('[hidden]');
  }
  return shown;
}

function shownHeaders(headers: Readonly<Record<string, string>>, secrets: readonly string[]): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (!HIDDEN_HEADERS.has(name)) shown[name] = hideSecrets(value, secrets);
  return shown;
}

/** Error codes of requests that were never sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function connectionFailure(request: ServiceRequest, error: unknown): ConnectionError {
  const code = codeOf(error);
  const message = `${request.operation} got no response: ${reasonOf(error)}`;
  return new ConnectionError(message, {
    cause: shownCause(request, error),
    mayHaveArrived: code === undefined || !NEVER_SENT.has(code),
  });
}

/** An error of an HTTP parser contains what it read. If the response is a secret, only the reason is kept. */
export function shownCause({ isConfidential }: ServiceRequest, error: unknown): unknown {
  return isConfidential && error !== undefined ? new Error(reasonOf(error)) : error;
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.message : String(error));
}

/** The code of an error; `fetch` hides it in the causes. */
function codeOf(error: unknown): string | undefined {
  for (
    let at = error, depth = 0;
    typeof at === 'object' && at !== null && depth < 5;
    at = (at as { cause?: unknown }).cause, depth++
  ) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}
