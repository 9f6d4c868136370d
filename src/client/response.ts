/** Reads a response: its value, or the error that describes it (specification section 7). */

import {
  APIError,
  ConnectionError,
  type ErrorResponse,
  ignoringErrors,
  RateLimitError,
  UnauthorizedError,
} from './errors.js';
import { type Hide, shownResponseHeaders } from './redaction.js';
import { neverArrived, readRetryAfter, TRUNCATED } from './retry.js';
import type { HttpResponse } from './transport.js';

/** What a response has to be. */
export interface Expectation {
  readonly operation: string;
  /** The JSON body of a POST. Its response may hold a token. */
  readonly content?: object;
  /** The body of a POST that can be repeated. Its response may hold a token. */
  readonly form?: URLSearchParams;
  /** What is wrong with the object or array in the body, if anything is. */
  readonly flawOf?: (value: Members) => string | undefined;
  /** Whether there may be no body. */
  readonly mayBeEmpty?: boolean;
}

/** An object of any members. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the object or array in the body; undefined if there is none and none has to be.
 * @throws APIError for an error status or an unusable body
 */
export function readValue(expected: Expectation, response: HttpResponse, hide: Hide): unknown {
  const { status, text, cut } = response;
  if (status < 200 || status > 299) throw responseFailure(expected, response, hide);
  const isEmpty = text.trim() === '';
  if (expected.mayBeEmpty && isEmpty) return undefined;
  const value = parse(text);
  let flaw = isEmpty ? 'is empty' : 'is not a JSON object or array';
  if (cut) flaw = 'is truncated';
  else if (value === Object(value)) flaw = expected.flawOf?.(value as Members) ?? '';
  if (flaw) throw responseFailure(expected, response, hide, `, because the body ${flaw}`);
  return value;
}

/** The value of a JSON text; undefined if it is none. The parser's error is not kept: it quotes the text. */
function parse(text: string): unknown {
  return ignoringErrors(() => JSON.parse(text) as unknown);
}

/** Authorization servers may send these with 400 (RFC 6749 section 5.2). */
const CLIENT_REFUSAL = /^(invalid|unauthorized)_client$/;

/** The error for a response that reports a failure, or that has an unusable body. */
function responseFailure(expected: Expectation, received: HttpResponse, hide: Hide, flaw = ''): APIError {
  const { operation } = expected;
  const { status, cut } = received;
  const response = shownResponse(expected, received, hide);
  // `{ error: { code, message } }` as well as `{ error: 'code', message }`; others send problem details (RFC 9457).
  const content = Object(parse(response.body)) as Members;
  const error = Object(content['error']) as Members;
  const code = firstText(content['error'], error['code'], content['code'], cut && TRUNCATED);
  const text = firstText(error['message'], content['message'], content['error_description'], content['detail']);
  const isRefusal = status === 401 || status === 403 || CLIENT_REFUSAL.test(code ?? '');
  const Failed = isRefusal ? UnauthorizedError : status === 429 ? RateLimitError : APIError;
  return new Failed(`${operation} failed with status ${status}${flaw}: ${text ?? beginningOf(response.body)}`, {
    status,
    code,
    details: error['details'] ?? content['details'],
    requestId: requestIdOf(received),
    retryAfter: readRetryAfter(received),
    response,
    cause: shownCause(expected, cut),
  });
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

const MOST_CHARACTERS = 10_000;

/** The response as errors show it. A broken response may contain a part of a secret. */
function shownResponse(
  { content, form }: Expectation,
  { status, headers, text }: HttpResponse,
  hide: Hide,
): ErrorResponse {
  const isSecret = (content ?? form) && status < 300 && text.includes('{');
  const body = isSecret ? '[hidden]' : hide(text).slice(0, MOST_CHARACTERS);
  return { status, headers: shownResponseHeaders(headers, hide), body };
}

/** The beginning of a text on one line, for messages. */
function beginningOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, 200);
}

/** Headers that gateways and the emulator use for a request ID. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'emulator-exchange'];

export function requestIdOf({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
  return firstText(...REQUEST_ID_HEADERS.map((name) => headers[name]));
}

/** The error for a request without a response. */
export function connectionFailure(expected: Expectation, error: unknown, hide: Hide): ConnectionError {
  const code = codeOf(error);
  return new ConnectionError(`${expected.operation} got no response: ${hide(reasonOf(error))}`, {
    status: 0,
    code,
    mayHaveArrived: !neverArrived(code),
    cause: shownCause(expected, error),
  });
}

/** An error of an HTTP parser contains what it read. If the response is a secret, only the reason is kept. */
function shownCause({ content, form }: Expectation, error: unknown): unknown {
  return (content ?? form) && error ? new Error(reasonOf(error)) : error;
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? messageOf(error);
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error; `fetch` hides it in the cause, and a wrapper of `fetch` in the cause of that. */
function codeOf(error: unknown): string | undefined {
  const { code, cause } = Object(error) as { code?: unknown; cause?: { code?: unknown; cause?: { code?: unknown } } };
  return firstText(code, cause?.code, cause?.cause?.code);
}

/** The number in a value that may be a text; Infinity if there is none. */
export function numberIn(value: unknown): number {
  const number = parseFloat(String(value));
  return number >= 0 ? number : Infinity;
}
