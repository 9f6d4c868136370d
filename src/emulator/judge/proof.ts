/**
 * Evidence that is proof. It rests on two facts that no delay changes. An HTTP/1.1 client sends the next request on a
 * connection only after it has read the previous response. A client has an access token only from the response that
 * issued it. If a connection had pipelined requests, its order proves nothing.
 */

import { headerOf, type Exchange } from '../journal/exchange.js';
import { isComplete, openUntil, respondedAt, succeeded } from './exchanges.js';
import type { Evidence } from './rule.js';

/** The settings of proof: guesses about the meaning of a response, measured times and chance do not count. */
const CERTAIN = { mayHaveArrived: succeeded, timesAreExact: false, chanceCounts: false };

/** Headers of proxies. A proxy uses one connection for many clients and calls. */
const PROXY_HEADERS = ['Via', 'Forwarded', 'X-Forwarded-For'];

/**
 * The proof that follows from the order of exchanges, if one client sends its requests one after the other.
 * @param exchanges in the order in which their requests arrived
 * @returns instead of proof, two exchanges that were open at the same time, if there are any: they refute the condition
 */
export function proofOfOrder(exchanges: readonly Exchange[]): Evidence | readonly [Exchange, Exchange] {
  const previousOf = new Map(exchanges.map((exchange, at) => [exchange, exchanges[at - 1]]));
  let longest: Exchange | undefined;
  let overlap: readonly [Exchange, Exchange] | undefined;
  const endOf = (exchange: Exchange): number => openUntil(exchange, 0);
  for (const exchange of exchanges) {
    const isAtOnce = exchange.connection?.pipelined === true;
    if (longest !== undefined && (isAtOnce || exchange.received < endOf(longest))) overlap ??= [longest, exchange];
    if (longest === undefined || endOf(exchange) > endOf(longest)) longest = exchange;
  }
  const hadSeen: Evidence['hadSeen'] = (later, earlier) => (respondedAt(earlier) ?? Infinity) <= later.received;
  const wasNext: Evidence['wasNext'] = (later, earlier) => previousOf.get(later) === earlier && hadSeen(later, earlier);

  return overlap ?? { ...CERTAIN, hadSeen, wasNext, gotResponse: isComplete };
}

/** @param exchanges in the order in which their requests arrived */
export function proofIn(exchanges: readonly Exchange[]): Evidence {
  const { previousOf, sourceOf } = causesIn(exchanges);
  const causesOf = (exchange: Exchange): Exchange[] =>
    [previousOf.get(exchange), sourceOf.get(exchange)].filter((cause) => cause !== undefined);
  const { learnedAt, toldAt } = learningTimes(exchanges, causesOf);
  const wasSequential = sequencesIn(exchanges);

  /** Whether a round trip lay between: another request after the earlier response, and this one after its response. */
  const isRoundTripLater = (later: Exchange, earlier: Exchange): boolean => {
    const learned = learnedAt.get(earlier);
    return learned !== undefined && learned <= toldAt.get(later)!;
  };
  // Only sequential requests count: with other requests open, one part of a program may send before another part reads.
  const wasNext: Evidence['wasNext'] = (later, earlier) =>
    isComplete(earlier) && previousOf.get(later) === earlier && wasSequential(earlier, later);
  return {
    ...CERTAIN,
    hadSeen: (later, earlier) =>
      isComplete(earlier) &&
      (sourceOf.get(later) === earlier || isRoundTripLater(later, earlier) || wasNext(later, earlier)),
    wasNext,
    gotResponse: (exchange) => learnedAt.has(exchange),
  };
}

/**
 * The exchanges whose responses a client must have received before it could send a request: the previous exchange on
 * the same connection, and the exchange that issued the access token of the request.
 */
function causesIn(exchanges: readonly Exchange[]): Record<'previousOf' | 'sourceOf', ReadonlyMap<Exchange, Exchange>> {
  const previousOf = new Map<Exchange, Exchange>();
  const sourceOf = new Map<Exchange, Exchange>();
  const issues = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    if (exchange.issuedToken !== undefined) issues.set(exchange.issuedToken.id, exchange);
  }
  const pipelining = new Set(exchanges.map(({ connection }) => connection?.pipelined && connection.id));
  const lastOn = new Map<number, Exchange>();
  for (const exchange of exchanges) {
    const { accessToken, connection, request } = exchange;
    const source = accessToken && issues.get(accessToken.id);
    if (source !== undefined) sourceOf.set(exchange, source);
    if (connection === undefined || pipelining.has(connection.id)) continue;
    if (PROXY_HEADERS.some((name) => headerOf(request.headers, name) !== undefined)) continue;

    const previous = lastOn.get(connection.id);
    if (previous !== undefined) previousOf.set(exchange, previous);
    lastOn.set(connection.id, exchange);
  }

  return { previousOf, sourceOf };
}

/**
 * Two maps of times. By response: the arrival of the first request that shows that the client had the response. By
 * request: when the client had the last response that it needed for the request.
 */
function learningTimes(
  exchanges: readonly Exchange[],
  causesOf: (exchange: Exchange) => readonly Exchange[],
): Record<'learnedAt' | 'toldAt', ReadonlyMap<Exchange, number>> {
  const learnedAt = new Map<Exchange, number>();
  const toldAt = new Map<Exchange, number>();
  for (const exchange of exchanges) {
    const causes = causesOf(exchange);
    for (const cause of causes) if (!learnedAt.has(cause)) learnedAt.set(cause, exchange.received);
    toldAt.set(exchange, Math.max(-Infinity, ...causes.map((cause) => respondedAt(cause) ?? -Infinity)));
  }

  return { learnedAt, toldAt };
}

/** Returns a test whether the requests between two exchanges arrived one by one, each after the previous response. */
function sequencesIn(exchanges: readonly Exchange[]): (earlier: Exchange, later: Exchange) => boolean {
  // For each request, how many requests arrived while another one was open: before it, and up to and including it.
  const counts = new Map<Exchange, { readonly before: number; readonly upTo: number }>();
  let upTo = 0;
  let busyUntil = -Infinity;
  for (const exchange of exchanges) {
    const before = upTo;
    if (exchange.received < busyUntil || exchange.connection?.pipelined === true) upTo += 1;
    counts.set(exchange, { before, upTo });
    busyUntil = Math.max(busyUntil, openUntil(exchange, 0));
  }

  return (earlier, later) => counts.get(earlier)?.before === counts.get(later)?.upTo;
}
