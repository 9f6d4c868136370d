/** How a call ended for its client. */

import { failedItems } from '../../common/batch-items.js';
import { type Ending, type Exchange, jsonOf } from './exchange.js';

/**
 * What a client knows of its call. `unknown`: the client got no whole response, so the call may have succeeded or not.
 * `open`: the response is not sent yet.
 */
export type Outcome = 'done' | 'refused' | 'unknown' | 'open';

/** How a call ended. Only this function decides whether a call succeeded. */
export function outcomeOf({ status, duration, response }: Pick<Exchange, 'status' | 'duration' | 'response'>): Outcome {
  if (response.ending !== undefined) return 'unknown';
  if (status >= 400) return 'refused';
  return duration === undefined ? 'open' : 'done';
}

/** Whether the response is an error, or did not arrive whole. */
export function isFailure(exchange: Pick<Exchange, 'status' | 'response'>): boolean {
  const outcome = outcomeOf(exchange);
  return outcome === 'refused' || outcome === 'unknown';
}

/** Whether the client got less than it asked for: a failure, a failed item of a batch, or a body that is no JSON. */
export function hasFailed(exchange: Pick<Exchange, 'operation' | 'status' | 'response'>): boolean {
  if (isFailure(exchange)) return true;

  const { body } = exchange.response;
  const hasText = body !== undefined && 'text' in body && body.text !== '';
  if (exchange.operation === undefined || !hasText) return false;

  const value = jsonOf(body);
  return value === undefined || failedItems(value).length > 0;
}

/** Whether the client left before it had the whole response. */
export function hasLeft(ending: Ending | undefined): boolean {
  return ending === 'client-left' || ending === 'client-left-midway';
}
