/** Reads a response: its value, or the error that describes it (specification section 7). */

import {
  APIError,
  ConnectionError,
  type ErrorResponse,
  type Failure,
  RateLimitError,
  UnauthorizedError,
} from './errors.js';
import { type Hide, shownResponseHeaders } from './redaction.js';
import { neverArrived, readRetryAfter, TRUNCATED } from './retry.js';
import type { HttpResponse } from './transport.js';

/** What a response has to be. */
export interface Expectation {
  readonly operation: string;
  /** The array that the response holds: a member, or `''` for the response itself. */
  readonly array?: string;
  /** Whether there may be no body. */
  readonly mayBeEmpty?: boolean;
  /** Whether a successful response holds a secret. */
  readonly isConfidential?: boolean;
}

/** Reads the object or array in the body; undefined if there is none and none has to be. @returns it, or the failure */
export function readValue(expected: Expectation, response: HttpResponse, hide: Hide): unknown {
  const { status, text, cut } = response;
  if (status < 200 || status > 299) return statusFailure(expected, response, hide);
  const fail = (flaw: string): APIError => bodyFailure(expected, response, hide, flaw);
  if (expected.mayBeEmpty && text.trim() === '') return undefined;
  if (cut !== undefined) return fail('is truncated');
  if (text.trim() === '') return fail('is empty');
  const value = parse(text);
  if (value === undefined) return fail('is not JSON');
  if (typeof value !== 'object' || value === null) return fail('is not an object');
  const { array } = expected;
  const held = array ? (value as Members)[array] : value;
  return array === undefined || Array.isArray(held) ? value : fail(`has no array${array && ` ${array}`}`);
}

/** The value of a JSON text. The parser's error is not kept: it quotes the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** The error for a successful status with an unusable body. */
export function bodyFailure(expected: Expectation, received: HttpResponse, hide: Hide, flaw: string): APIError {
  const response = shownResponse(expected, received, hide);
  const message = `${expected.operation} returned ${received.status}, but the body ${flaw}: ${beginningOf(response.body)}`;
  const code = received.cut === undefined ? undefined : TRUNCATED;
  return new APIError(message, { ...common(expected, received, response), code });
}

/** Authorization servers may send these with 400 (RFC 6749 section 5.2). */
const CLIENT_REFUSAL = /^(invalid|unauthorized)_client$/;

function statusFailure(expected: Expectation, received: HttpResponse, hide: Hide): APIError {
  const { status } = received;
  const response = shownResponse(expected, received, hide);
  // `{ error: { code, message } }` as well as `{ error: 'code', message }`; others send problem details (RFC 9457).
  const content = Object(parse(response.body)) as Members;
  const error = Object(content['error']) as Members;
  const code = firstText(content['error'], error['code'], content['code']);
  const { error_description, detail, title } = content;
  const text = firstText(
    error['message'],
    content['message'],
    error_description,
    detail,
    title,
    beginningOf(response.body),
  );
  const isRefusal =
    status === 401 || status === 403 || (expected.operation === 'issueToken' && CLIENT_REFUSAL.test(code ?? ''));
  const Failed = isRefusal ? UnauthorizedError : status === 429 ? RateLimitError : APIError;
  return new Failed(`${expected.operation} failed with status ${status}: ${text}`, {
    ...common(expected, received, response),
    code,
    details: error['details'] ?? content['details'] ?? content['errors'],
    retryAfter: readRetryAfter(received),
  });
}

function common(expected: Expectation, received: HttpResponse, response: ErrorResponse): Failure {
  return {
    status: received.status,
    requestId: requestIdOf(received),
    response,
    cause: shownCause(expected, received.cut),
  };
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

const MOST_CHARACTERS = 10_000;

/** The response as errors show it. A broken response may contain a part of a secret. */
function shownResponse(
  { isConfidential }: Expectation,
  { status, headers, text }: HttpResponse,
  hide: Hide,
): ErrorResponse {
  const isSecret = isConfidential && status < 300 && text.includes('{');
  const body = isSecret ? '[hidden]' : hide(text).slice(0, MOST_CHARACTERS);
  return { status, headers: shownResponseHeaders(headers, hide), body };
}

/** The beginning of a text on one line, for messages. */
function beginningOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** Headers that gateways and the emulator use for a request ID. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'emulator-exchange'];

export function requestIdOf({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
  return firstText(...REQUEST_ID_HEADERS.map((name) => headers[name]));
}

/** The error for a request without a response. */
export function connectionFailure(expected: Expectation, error: unknown, hide: Hide): ConnectionError {
  const code = codeOf(error);
  const reason = hide(code ?? messageOf(error));
  const cause = shownCause(expected, error);
  return new ConnectionError(`${expected.operation} got no response: ${reason}`, !neverArrived(code), { code, cause });
}

/** An error of an HTTP parser contains what it read. If the response is a secret, only the reason is kept. */
function shownCause({ isConfidential }: Expectation, error: unknown): unknown {
  return isConfidential && error !== undefined ? new Error(codeOf(error) ?? messageOf(error)) : error;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error; `fetch` hides it in the causes. */
function codeOf(error: unknown, depth = 0): string | undefined {
  const { code, cause } = Object(error) as Members;
  return typeof code === 'string' ? code : depth < 5 ? codeOf(cause, depth + 1) : undefined;
}
