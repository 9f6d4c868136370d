/** Decides whether and when a call is tried again. The README's table "What is retried" says the same. */

import { type APIError, ConnectionError } from '../errors.js';
import type { HttpResponse } from './transport.js';

/** The code of the error for a body that ended too early. */
export const TRUNCATED = 'truncated_body';

/** Statuses after which a repeatable request is sent again; the service may have acted on it. */
const TEMPORARY = /^(408|50[0234])$/;

/** Codes of requests that were never sent. */
const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT/;
/** Codes of certificates that are not trusted, and of TLS and requests that cannot work; another attempt fails as well. */
const HOPELESS = /CERT|SSL|TLS|SIGNATURE|EPROTO|ERR_INVALID/;

/** Whether a connection error with this code means that the request did not reach the service. */
export function neverArrived(code = ''): boolean {
  return NEVER_SENT.test(code) || HOPELESS.test(code);
}

/**
 * Whether to send the request again. One that is not repeatable is only sent again if it certainly had no effect: it was
 * never sent, or the service asks to send it later (429, or 503 with `Retry-After`).
 */
export function isRetried(failure: APIError, isRepeatable = false): boolean {
  const { status, code = '', retryAfter } = failure;
  if (failure instanceof ConnectionError) return !HOPELESS.test(code) && (isRepeatable || !failure.mayHaveArrived);
  if (status === 429 || (status === 503 && retryAfter !== undefined)) return true;
  return isRepeatable && (TEMPORARY.test(`${status}`) || code === TRUNCATED);
}

const BASE_MILLISECONDS = 500;
/** A random value near zero would be no backoff. */
const LEAST_MILLISECONDS = 50;

/**
 * Exponential backoff with full jitter.
 * @param retry number of the retry, from 1
 * @param most the longest wait, in milliseconds
 * @returns milliseconds
 */
export function backoff(retry: number, most: number): number {
  return Math.max(LEAST_MILLISECONDS, Math.random() * Math.min(most, BASE_MILLISECONDS * 2 ** (retry - 1)));
}

/** The form that servers send, and the two obsolete ones that recipients must accept (RFC 9110 section 5.6.7). */
const HTTP_DATE = /^[A-Z]\w+,? .+( GMT|:\d\d \d{4})$/;

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3): seconds from the response on; undefined if the header is missing, or is
 * neither a number of seconds nor an HTTP date. `test/contract/retry-after.test.ts` compares it with the emulator's parser.
 */
export function readRetryAfter(headers: HttpResponse['headers']): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  if (!HTTP_DATE.test(text)) return undefined;
  const date = Date.parse(text.replace(/( GMT)?$/, ' GMT'));
  return Number.isNaN(date) ? undefined : Math.max(0, (date - (serviceTime(headers) || Date.now())) / 1_000);
}

/** The time by the service's clock, in milliseconds since 1970; NaN if the response has no `Date`. */
export function serviceTime(headers: HttpResponse['headers'] = {}): number {
  return Date.parse(headers['date'] ?? '');
}
