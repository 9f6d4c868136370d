/** Whether to try again, and when. */

import { backoff } from './backoff.js';
import { ConnectionError } from './errors/connection-error.js';
import type { Line } from './line.js';
import { readRetryAfter } from './read-retry-after.js';
import type { ServiceRequest } from './service-request.js';
import type { Answer } from './transport.js';

const GATEWAY_TROUBLE = new Set([502, 503, 504]);

/**
 * Milliseconds until the next attempt; undefined where there is to be none.
 * @param retry which one it would be, from 1
 */
export function decideRetry(
  request: ServiceRequest,
  outcome: Answer | ConnectionError,
  retry: number,
  { retries, maxRetryDelay, random, pause }: Line,
): number | undefined {
  const asked = pauseAskedFor(outcome);
  // Coming back too early would break the rule, waiting longer than the cap the promise; so the caller is told.
  if (asked !== undefined && asked > maxRetryDelay) return undefined;
  if (asked !== undefined) pause.extend(asked);
  if (retry > retries || !mayRepeat(request, outcome)) return undefined;
  return (asked ?? 0) + backoff(retry, maxRetryDelay, random);
}

/** In milliseconds. */
function pauseAskedFor(outcome: Answer | ConnectionError): number | undefined {
  if (outcome instanceof ConnectionError || (outcome.status !== 429 && outcome.status !== 503)) return undefined;
  const seconds = readRetryAfter(outcome);
  return seconds === undefined ? undefined : seconds * 1_000;
}

/**
 * A request that is not repeatable is sent again only where it certainly has had no effect: it did not leave, or the
 * service says that it will take it later (429, or 503 with `Retry-After`).
 */
function mayRepeat({ isRepeatable }: ServiceRequest, outcome: Answer | ConnectionError): boolean {
  if (outcome instanceof ConnectionError) return isRepeatable || !outcome.mayHaveArrived;
  if (outcome.status === 429) return true;
  if (outcome.status === 503 && readRetryAfter(outcome) !== undefined) return true;
  return isRepeatable && (GATEWAY_TROUBLE.has(outcome.status) || outcome.cut !== undefined);
}
