/**
 * How long a client waited. Clients wait in real time, tests move the sandbox's clock instead: whoever has waited by
 * either of them has waited.
 */

import { type Exchange, mediaTypeOf } from '../journal/exchange.js';

/** What rounding may make of a moment, in milliseconds. */
export const TOLERANCE = 50;

/** When the client had the whole answer, in real time; undefined where it never had it, or not yet. */
export function answeredAt({ received, duration, response }: Exchange): number | undefined {
  return duration === undefined || response.ending !== undefined ? undefined : received + duration;
}

/** Milliseconds from when the earlier one's answer was there until the later one came. */
export function pauseBetween(earlier: Exchange, later: Exchange): number {
  return elapsed(earlier, later, later.received - (answeredAt(earlier) ?? earlier.received));
}

/** Milliseconds between the arrivals of two requests. */
export function timeBetween(earlier: Exchange, later: Exchange): number {
  return elapsed(earlier, later, later.received - earlier.received);
}

/** Only a clock that went faster than time was moved; one that merely runs along says the same as real time, less exactly. */
function elapsed(earlier: Exchange, later: Exchange, real: number): number {
  const byClock = Date.parse(later.at) - Date.parse(earlier.at);
  const wasMoved = byClock > later.received - earlier.received + TOLERANCE;
  return wasMoved ? Math.max(real, byClock) : real;
}

/** A span of time for people: `40 ms`, `2.5 s`, `12 min`. */
export function spanOf(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${Math.round(milliseconds / 100) / 10} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}

/** Whether the client had a whole answer, and it was good. */
export function succeeded(exchange: Exchange): boolean {
  return isWhole(exchange) && exchange.status >= 200 && exchange.status < 300;
}

/** Whether the client had the answer to its end. */
export function isWhole(exchange: Exchange): boolean {
  return answeredAt(exchange) !== undefined;
}

/**
 * A text that is the same for requests that are the same: of one client, down to the body. Undefined where that cannot
 * be told: nobody knows whether two requests without a client come from one caller, and a body that was not kept may
 * have been another one.
 */
export function identityOf({ clientId, method, path, query, request }: Exchange): string | undefined {
  const { body, headers } = request;
  if (clientId === undefined || (body !== undefined && 'omitted' in body)) return undefined;
  return JSON.stringify([clientId, method, path, query, mediaTypeOf(headers), body]);
}

/** The exchanges under each key, in order; those without a key are left out. */
export function groupBy(
  exchanges: readonly Exchange[],
  keyOf: (exchange: Exchange) => string | undefined,
): Exchange[][] {
  const groups = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const key = keyOf(exchange);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [exchange]);
    else group.push(exchange);
  }
  return [...groups.values()];
}

/** The exchanges of each client, in order. */
export function byClient(exchanges: readonly Exchange[]): Exchange[][] {
  return groupBy(exchanges, ({ clientId }) => clientId);
}
