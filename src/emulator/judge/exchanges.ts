/** Facts about exchanges that rules need: outcomes for the client, times between exchanges. */

import { countWhile } from '../../common/count-while.js';
import { parseRetryAfter } from '../../contract/retry-after.js';
import type { Exchange } from '../journal/exchange.js';
import { hasLeft, outcomeOf } from '../journal/outcome.js';

/** The error of a measured time, in milliseconds. */
export const TOLERANCE = 50;

/** When the client had the complete response, in real time; undefined if it has none. */
export function respondedAt({ received, duration, response }: Exchange): number | undefined {
  return duration === undefined || response.ending !== undefined ? undefined : received + duration;
}

/**
 * Until when the request was open. If the client left, the emulator may notice that after the client's next request.
 * @param assumed how long a request without a known end counts as open, in milliseconds
 */
export function openUntil({ received, duration, response }: Exchange, assumed: number): number {
  if (duration === undefined) return received + assumed;
  return received + (hasLeft(response.ending) ? Math.max(0, duration - TOLERANCE) : duration);
}

/** Whether the client received the complete response. */
export function isComplete(exchange: Exchange): boolean {
  return respondedAt(exchange) !== undefined;
}

/** Whether the client received a complete response with a 2xx status. */
export function succeeded(exchange: Exchange): boolean {
  return outcomeOf(exchange) === 'done' && exchange.status < 300;
}

/**
 * The milliseconds that the response asks to wait. Dates count by the sandbox's clock. Undefined without `Retry-After`,
 * and if it has no meaning: not in a form of RFC 9110, sent twice, or practically endless.
 */
export function retryAfterOf({ at, response }: Exchange): number | undefined {
  const [first, ...others] = response.headers.filter(([name]) => name.toLowerCase() === 'retry-after');
  const wait = others.length === 0 ? parseRetryAfter(first?.[1], Date.parse(at)) : undefined;
  return Number.isSafeInteger(wait) ? wait : undefined;
}

/** Milliseconds from the response of the earlier exchange to the request of the later one. */
export function pauseBetween(earlier: Exchange, later: Exchange): number {
  return elapsed(earlier, later, later.received - (respondedAt(earlier) ?? earlier.received));
}

/** Milliseconds between the arrivals of two requests. */
export function timeBetween(earlier: Exchange, later: Exchange): number {
  return elapsed(earlier, later, later.received - earlier.received);
}

/**
 * The longer of two times, because a client waits in real time, but a test moves the sandbox's clock instead. The clock
 * counts only if it was moved. A clock that runs measures the same time less exactly.
 */
function elapsed(earlier: Exchange, later: Exchange, real: number): number {
  const byClock = Date.parse(later.at) - Date.parse(earlier.at);
  const wasMoved = byClock > later.received - earlier.received + TOLERANCE;
  return wasMoved ? Math.max(real, byClock) : real;
}

/** A length of time for people: `40 ms`, `2.5 s`, `12 min`. */
export function formatTime(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${Math.round(milliseconds / 100) / 10} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}

/** The exchanges whose requests arrived in a span of time, both ends included. @param sorted in the order of arrival */
export function* arrivedBetween(sorted: readonly Exchange[], from: number, to: number): Generator<Exchange> {
  const earlier = countWhile(sorted, ({ received }) => received < from);
  for (let at = earlier; at < sorted.length && sorted[at]!.received <= to; at++) yield sorted[at]!;
}
