/** Turns an answer into a value, or into the error that says what is wrong with it (specification section 7). */

import { beginningOf } from './beginning-of.js';
import { shownCause } from './connection-failure.js';
import { describeFailure } from './describe-failure.js';
import { APIError } from './errors/api-error.js';
import type { ErrorResponse, FailedResponse } from './errors/failed-response.js';
import { RateLimitError } from './errors/rate-limit-error.js';
import { UnauthorizedError } from './errors/unauthorized-error.js';
import { hideSecrets, shownHeaders } from './hide-secrets.js';
import { readRetryAfter } from './read-retry-after.js';
import { requestIdOf } from './request-id.js';
import type { ServiceRequest } from './service-request.js';
import type { Answer } from './transport.js';

/** Authorization servers may send these with 400 (RFC 6749 section 5.2). */
const CLIENT_REFUSALS = new Set(['invalid_client', 'unauthorized_client']);

/**
 * The object or array in the body.
 * @param secrets what must not show in an error
 * @throws APIError, UnauthorizedError
 */
export function readObject(request: ServiceRequest, answer: Answer, secrets: readonly string[]): object {
  checkStatus(request, answer, secrets);
  if (answer.cut !== undefined)
    throw answerFailure(request, answer, secrets, 'broke off', shownCause(request, answer.cut));
  if (answer.text.trim() === '') throw answerFailure(request, answer, secrets, 'is empty');
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch (error) {
    // The parser quotes what it could not read.
    throw answerFailure(request, answer, secrets, 'is no JSON', request.isConfidential ? undefined : error);
  }
  if (typeof value !== 'object' || value === null) throw answerFailure(request, answer, secrets, 'is no object');
  return value;
}

/**
 * For operations that answer with nothing (204). A page of HTML from somewhere in between is not nothing.
 * @throws APIError, UnauthorizedError
 */
export function readNothing(request: ServiceRequest, answer: Answer, secrets: readonly string[]): void {
  checkStatus(request, answer, secrets);
  if (answer.status !== 204 && answer.text.trim() !== '') readObject(request, answer, secrets);
}

/** The error for an answer whose status is right and whose body is not. */
export function answerFailure(
  request: ServiceRequest,
  answer: Answer,
  secrets: readonly string[],
  flaw: string,
  cause?: unknown,
): APIError {
  const response = shownResponse(request, answer, secrets);
  const beginning = response.body === '' ? '' : `: ${beginningOf(response.body)}`;
  const message = `${request.operation} was answered with ${answer.status}, but the body ${flaw}${beginning}`;
  return new APIError(message, { status: answer.status, requestId: requestIdOf(answer), response, cause });
}

function checkStatus(request: ServiceRequest, answer: Answer, secrets: readonly string[]): void {
  if (answer.status >= 200 && answer.status < 300) return;
  throw statusFailure(request, answer, secrets);
}

function statusFailure(request: ServiceRequest, answer: Answer, secrets: readonly string[]): FailedResponse {
  const { status } = answer;
  const response = shownResponse(request, answer, secrets);
  const { code, text, details } = describeFailure(response.body);
  const message = `${request.operation} failed with status ${status}: ${text}`;
  const failure = {
    status,
    code,
    details,
    requestId: requestIdOf(answer),
    response,
    cause: shownCause(request, answer.cut),
  };
  if (status === 401 || status === 403 || (request.isConfidential && CLIENT_REFUSALS.has(code ?? '')))
    return new UnauthorizedError(message, failure);
  if (status === 429) return new RateLimitError(message, { ...failure, retryAfter: readRetryAfter(answer) });
  return new APIError(message, failure);
}

function shownResponse(
  { isConfidential }: ServiceRequest,
  { status, headers, text }: Answer,
  secrets: readonly string[],
): ErrorResponse {
  // A broken answer to a token request may hold half a token.
  const isSecret = isConfidential && status < 300 && text.includes('{');
  return { status, headers: shownHeaders(headers, secrets), body: isSecret ? '[hidden]' : hideSecrets(text, secrets) };
}
