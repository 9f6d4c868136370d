/**
 * What the rules ask about exchanges: their outcome for the client, the time between them, and which requests are the
 * same.
 */

import { countWhile } from '../../common/count-while.js';
import type { Steps } from '../../common/steps.js';
import { parseRetryAfter } from '../../contract/retry-after.js';
import { headerOf, mediaTypeOf, type Exchange } from '../journal/exchange.js';
import type { Evidence, Rule } from './rule.js';

/** The error of a measured time, in milliseconds. */
export const TOLERANCE = 50;

/** When the client had the complete response, in real time; undefined if it has none. */
export function respondedAt({ received, duration, response }: Exchange): number | undefined {
  return duration === undefined || response.ending !== undefined ? undefined : received + duration;
}

/** Whether the client received the complete response. */
export function isComplete(exchange: Exchange): boolean {
  return respondedAt(exchange) !== undefined;
}

/** Whether the client received a complete response with a 2xx status. */
export function succeeded(exchange: Exchange): boolean {
  return isComplete(exchange) && exchange.status >= 200 && exchange.status < 300;
}

/**
 * How long the response asks the client to wait, in milliseconds; undefined if it does not. Dates count by the
 * sandbox's clock.
 */
export function retryAfterOf({ at, response }: Exchange): number | undefined {
  return parseRetryAfter(headerOf(response.headers, 'Retry-After'), Date.parse(at));
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
 * The longer of two times: a client waits in real time, a test moves the sandbox's clock instead. The clock counts only
 * if it was moved. If it runs along with real time, it measures the same less exactly.
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

/**
 * A text that is equal for equal requests of one client, bodies included. Undefined if two requests cannot be compared:
 * the client is not known, or the body was not kept.
 */
export function identityOf({ clientId, method, path, query, request }: Exchange): string | undefined {
  const { body, headers } = request;
  if (clientId === undefined || (body !== undefined && 'omitted' in body)) return undefined;
  return JSON.stringify([clientId, method, path, query, mediaTypeOf(headers), body]);
}

/** The exchanges of one step. The slowest take 10 microseconds each. */
const STEP = 250;

/** Calls `act` with each item, in steps. */
export function* forEach<Item>(items: readonly Item[], act: (item: Item, at: number) => void): Steps<void> {
  for (const [at, item] of items.entries()) {
    if (at % STEP === STEP - 1) yield;
    act(item, at);
  }
}

/** The exchanges of each key, in order. Exchanges without a key are left out. */
export function* groupBy(
  exchanges: readonly Exchange[],
  keyOf: (exchange: Exchange) => string | undefined,
): Steps<Exchange[][]> {
  const groups = new Map<string, Exchange[]>();
  yield* forEach(exchanges, (exchange) => {
    const key = keyOf(exchange);
    if (key === undefined) return;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [exchange]);
    else group.push(exchange);
  });
  return [...groups.values()];
}

/** The exchanges of each client, in order. */
export function byClient(exchanges: readonly Exchange[]): Steps<Exchange[][]> {
  return groupBy(exchanges, ({ clientId }) => clientId);
}

/** What becomes of each list, one after another. */
export function* fromEach<Item, Result>(
  lists: readonly Item[],
  steps: (list: Item) => Steps<readonly Result[]>,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const list of lists) {
    yield;
    for (const result of yield* steps(list)) results.push(result);
  }
  return results;
}

/** How many chains may continue at the same time: clients use few connections for the same request. */
const MOST_CHAINS = 16;

/**
 * Splits exchanges into chains in which each request was sent after the response to the one before. Clients may use their
 * connections in turn, so several chains may go on at the same time.
 */
export function* chainsOf(exchanges: readonly Exchange[], { hadSeen }: Evidence): Steps<Exchange[][]> {
  const chains: Exchange[][] = [];
  yield* forEach(exchanges, (exchange) => {
    const chain = chains.slice(-MOST_CHAINS).find((candidate) => hadSeen(exchange, candidate.at(-1)!));
    if (chain === undefined) chains.push([exchange]);
    else chain.push(exchange);
  });
  return chains;
}

/**
 * Splits a list into runs: each item continues the run before it if `continues` holds for it and the last item of that run,
 * and starts a new run otherwise.
 */
export function* runsOf<Item>(
  items: readonly Item[],
  continues: (item: Item, last: Item, run: readonly Item[]) => boolean,
): Steps<Item[][]> {
  const runs: Item[][] = [];
  yield* forEach(items, (item) => {
    const run = runs.at(-1);
    if (run !== undefined && continues(item, run.at(-1)!, run)) run.push(item);
    else runs.push([item]);
  });
  return runs;
}

/** The exchanges whose requests arrived in a span of time, both ends included. @param sorted in the order of arrival */
export function* arrivedBetween(sorted: readonly Exchange[], from: number, to: number): Generator<Exchange> {
  const earlier = countWhile(sorted, ({ received }) => received < from);
  for (let at = earlier; at < sorted.length && sorted[at]!.received <= to; at++) yield sorted[at]!;
}

/** Examines requests each of which follows or breaks a rule by itself. */
export function eachAlone(
  /** True if the request follows the rule, a sentence if it breaks it, undefined if it is no occasion. */
  look: (exchange: Exchange) => true | string | undefined,
): Rule['examine'] {
  return (exchanges, _, examination) =>
    forEach(exchanges, (exchange) => {
      const found = look(exchange);
      if (found === true) examination.followed.push(exchange);
      else if (found !== undefined) examination.addOffence([exchange], found);
    });
}
