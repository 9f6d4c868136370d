/** How a call ended for its client. */

import type { Ending, Exchange } from './exchange.js';

/**
 * What a client knows of its call: `unknown` if it had no whole response, so that the call may have been done or not;
 * `open` as long as the response is not sent.
 */
export type Outcome = 'done' | 'refused' | 'unknown' | 'open';

/** The one place that decides whether a call succeeded. */
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

/** Whether the client left before it had the whole response. */
export function hasLeft(ending: Ending | undefined): boolean {
  return ending === 'client-left' || ending === 'client-left-midway';
}
