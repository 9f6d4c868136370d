/** Facts about exchanges that rules need: outcomes for the client, times between exchanges. */

import { countWhile } from '../../common/count-while.js';
import { parseRetryAfter } from '../../contract/retry-after.js';
import type { Exchange } from '../journal/exchange.js';
import { hasLeft, outcomeOf } from '../journal/outcome.js';

/** The error of a measured time, in milliseconds. */
export const TOLERANCE = 50;

/**
 * When the client had the complete response, in milliseconds of real time. Undefined if the exchange has not ended, or
 * if its response was cut off (then it has an `ending`).
 */
export function respondedAt({ received, duration, response }: Exchange): number | undefined {
  if (duration === undefined || response.ending !== undefined) return undefined;
  return received + duration;
}

/**
 * Until when the request was open: sent, and not yet answered in full.
 * @param assumed how long a request without a known end counts as open, in milliseconds
 */
export function openUntil({ received, duration, response }: Exchange, assumed: number): number {
  if (duration === undefined) return received + assumed;

  // The emulator may notice late that a client has left, even after the client's next request has arrived.
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
 * The milliseconds that the response asks to wait. Dates count by the sandbox's clock. Undefined without the header
 * `Retry-After`, and if the header has no meaning: it is not in a form of RFC 9110, is sent twice, or asks for a wait
 * that is practically endless.
 */
export function retryAfterOf({ at, response }: Exchange): number | undefined {
  const [first, ...others] = response.headers.filter(([name]) => name.toLowerCase() === 'retry-after');
  const wait = others.length === 0 ? parseRetryAfter(first?.[1], Date.parse(at)) : undefined;
  // The header may have any number of digits, and so many that the wait is Infinity.
  return Number.isSafeInteger(wait) ? wait : undefined;
}

/** Milliseconds from the response of the earlier exchange to the request of the later exchange. */
export function pauseBetween(earlier: Exchange, later: Exchange): number {
  // Without a complete response, the pause can only be measured from the earlier request.
  return elapsed(earlier, later, later.received - (respondedAt(earlier) ?? earlier.received));
}

/** The pauses between requests that follow each other, in milliseconds. */
export function pausesIn(series: readonly Exchange[]): number[] {
  return series.slice(1).map((exchange, at) => pauseBetween(series[at]!, exchange));
}

/** Milliseconds between the arrivals of two requests. */
export function timeBetween(earlier: Exchange, later: Exchange): number {
  return elapsed(earlier, later, later.received - earlier.received);
}

/**
 * How long a client waited, in milliseconds. A client waits in real time, but a test may move the sandbox's clock
 * instead of waiting. The clock counts only if it was moved: a clock that runs by itself measures less exactly.
 * @param real the wait in real time
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

/** The exchanges whose requests arrived from one moment to another, both included. @param sorted in order of arrival */
export function* arrivedBetween(sorted: readonly Exchange[], from: number, to: number): Generator<Exchange> {
  const earlier = countWhile(sorted, ({ received }) => received < from);
  for (let at = earlier; at < sorted.length && sorted[at]!.received <= to; at++) yield sorted[at]!;
}
