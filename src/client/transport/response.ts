/** Reads a response: its value, or the error that describes it (specification section 7). */

import { APIError, ConnectionError, ignoringErrors, RateLimitError, UnauthorizedError } from '../errors.js';
import { type Hide, shownResponseHeaders } from '../redaction.js';
import { neverArrived, readRetryAfter, TRUNCATED } from './retry.js';
import type { HttpResponse } from './transport.js';

/** What a response has to be. */
export interface Expectation {
  readonly operation: string;
  /** The body of a POST: sent as JSON, or as the form that it is, which can be repeated. The response may hold a token. */
  readonly content?: object;
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

/** The most that an error keeps of a body. */
const MOST_CHARACTERS = 10_000;

/** The error for a response that reports a failure, or that has an unusable body. */
function responseFailure(expected: Expectation, received: HttpResponse, hide: Hide, flaw = ''): APIError {
  const { operation, content: sent } = expected;
  const { status, headers, text, cut } = received;
  // A broken response to a POST may contain a part of a secret.
  const isSecret = sent && status < 300 && text.includes('{');
  const body = isSecret ? '[hidden]' : hide(text).slice(0, MOST_CHARACTERS);
  // `{ error: { code, message } }` as well as `{ error: 'code', message }`; others send problem details (RFC 9457).
  const content = Object(parse(body)) as Members;
  const error = Object(content['error']) as Members;
  const code = firstText(content['error'], error['code'], content['code'], cut && TRUNCATED);
  const message = firstText(error['message'], content['message'], content['error_description'], content['detail']);
  const isRefusal = status === 401 || status === 403 || CLIENT_REFUSAL.test(code ?? '');
  const Failed = isRefusal ? UnauthorizedError : status === 429 ? RateLimitError : APIError;
  const beginning = body.trim().replace(/\s+/g, ' ').slice(0, 200);
  return new Failed(`${operation} failed with status ${status}${flaw}: ${message ?? beginning}`, {
    status,
    code,
    details: error['details'] ?? content['details'],
    requestId: requestIdOf(headers),
    retryAfter: readRetryAfter(headers),
    response: { status, headers: shownResponseHeaders(headers, hide), body },
    cause: sent ? undefined : cut,
  });
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** Gateways and the emulator use these headers. */
export function requestIdOf(headers: HttpResponse['headers']): string | undefined {
  return firstText(
    headers['x-request-id'],
    headers['request-id'],
    headers['x-correlation-id'],
    headers['emulator-exchange'],
  );
}

/** The error for a request without a response. The error of an HTTP parser contains what it read, which may be a secret. */
export function connectionFailure(expected: Expectation, error: unknown, hide: Hide): ConnectionError {
  const code = codeOf(error);
  const reason = code ?? (error instanceof Error ? error.message : String(error));
  return new ConnectionError(`${expected.operation} got no response: ${hide(reason)}`, {
    status: 0,
    code,
    mayHaveArrived: !neverArrived(code),
    cause: expected.content ? undefined : error,
  });
}

/** The code of an error; `fetch` hides it in the cause, and a wrapper of `fetch` in the cause of that. */
function codeOf(error: unknown): string | undefined {
  const { code, cause } = Object(error) as { code?: unknown; cause?: { code?: unknown; cause?: { code?: unknown } } };
  return firstText(code, cause?.code, cause?.cause?.code);
}

/** The number in a value that may be a text; Infinity if there is none. */
export function numberIn(value: unknown): number {
  const number = parseFloat(value as string);
  return number >= 0 ? number : Infinity;
}
