/** Decides whether and when a call is tried again. The README's table "What is retried" says the same. */

import { type APIError, ConnectionError } from '../errors.js';
import { serviceTime } from './deadline.js';
import type { HttpResponse } from './transport.js';

/** The code of the error for a body that ended too early. */
export const TRUNCATED = 'truncated_body';
/** Statuses after which a repeatable request is sent again; the service may have acted on it. */
const TEMPORARY = /^(408|50[0234])$/;
/** Codes of requests that were never sent: no connection, no trust in its certificate, or nothing that can be sent. */
export const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CERT|SIGNATURE|ERR_INVALID/;
/** Codes of certificates, TLS and requests that fail each time. TLS may break after the request. */
const HOPELESS = /CERT|SSL|TLS|SIGNATURE|EPROTO|ERR_INVALID/;
/**
 * Whether to send the request again. A request that is not repeatable is sent again only if it certainly had no effect,
 * because it was never sent or because the service refused it.
 */
export function isRetried(failure: APIError, isRepeatable = false): boolean {
  const { status, code = '', retryAfter } = failure;
  if (failure instanceof ConnectionError) return !HOPELESS.test(code) && (isRepeatable || !failure.mayHaveArrived);
  if (status === 429 || (status === 503 && retryAfter !== undefined)) return true;

  return isRepeatable && (TEMPORARY.test(`${status}`) || code === TRUNCATED);
}

/** The form that servers send, and the two obsolete ones that recipients must accept (RFC 9110 section 5.6.7). */
const HTTP_DATE = /^[A-Z]\w+,? .+( GMT|:\d\d \d{4})$/;
/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3): seconds from the response on; undefined if the header is missing or
 * malformed. `test/contract/retry-after.test.ts` compares it with the emulator's parser.
 */
export function readRetryAfter(headers: HttpResponse['headers']): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  if (!HTTP_DATE.test(text)) return undefined;

  // One obsolete form has no time zone (`Sun Nov  6 08:49:37 1994`). It is in GMT.
  const date = Date.parse(text.replace(/( GMT)?$/, ' GMT'));

  // The service's own clock decides, if the response has its time. A date in the past means no wait.
  return Number.isNaN(date) ? undefined : Math.max(0, (date - (serviceTime(headers) || Date.now())) / 1_000);
}
