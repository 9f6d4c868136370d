/**
 * Evidence from times alone: whether a client probably had a response before it sent its next request. Such evidence is
 * enough to suspect a client, and never proves anything. The constants below suit a machine that is not busy.
 */

import type { Exchange } from '../journal/exchange.js';
import { arrivedBetween, isComplete, openUntil, respondedAt, succeeded } from './exchanges.js';
import type { Evidence } from './rule.js';
import { requestOfClient } from './same-request.js';
import { groupBy } from './series.js';

/** The longest time that a request takes to arrive if the client has no other request open, in milliseconds. */
const TRAVEL_TIME = 50;
/** The longest time that a request takes to arrive within a burst of requests, in milliseconds. */
const TRAVEL_TIME_IN_BURST = 500;
/** The shortest time in which a client can read a response and send another request, in milliseconds. */
const LEAST_REST = 1;

/**
 * Evidence that combines the proof with what the times suggest.
 * @param exchanges in the order in which their requests arrived
 */
export function suspicionIn(exchanges: readonly Exchange[], proof: Evidence): Evidence {
  const exchangesOf = exchangesOfClient(exchanges);
  const hadSeen: Evidence['hadSeen'] = (later, earlier) =>
    proof.hadSeen(later, earlier) || couldHaveSeen(later, earlier, exchangesOf(later));
  return {
    hadSeen,
    // Times cannot show that no other request came between two, so a request after the response counts.
    wasNext: hadSeen,
    gotResponse: isComplete,
    mayHaveArrived: (exchange) => succeeded(exchange) || leavesOutcomeOpen(exchange),
    timesAreExact: true,
    chanceCounts: true,
  };
}

/**
 * Evidence for an experiment (a run in which some responses were changed). It is what the times suggest, with two
 * differences:
 *
 * - Lengths of time are not exact.
 * - Requests of a client that works in parallel are in doubt. The client may prepare a request with its access token
 *   before the response to another request arrives, and send the prepared request later.
 *
 * A second equal request is not in doubt if the client usually sends the request only once.
 *
 * @param usual the exchanges without the experiment
 */
export function experimentIn(exchanges: readonly Exchange[], proof: Evidence, usual: readonly Exchange[]): Evidence {
  const suspicion = suspicionIn(exchanges, proof);
  const exchangesOf = exchangesOfClient(exchanges);
  const sentOnce = groupBy(usual, requestOfClient).filter((equal) => equal.length === 1);
  const requestsSentOnce = new Set(sentOnce.flat().map(requestOfClient));

  /** Whether two requests of the sandbox are ever open at once, in this run or usually. */
  const isEverParallel = [exchanges, usual].some((all) => worksInParallel(all, -Infinity, Infinity));
  /**
   * Whether the client may have sent the later request without regard to the earlier response. If a client has threads,
   * a prepared request may wait until the pool has a free connection: the one with the earlier response.
   */
  const isInDoubt = (later: Exchange, earlier: Exchange): boolean => {
    if (isRepetition(later, earlier)) return false;

    const isSoon = later.received - (respondedAt(earlier) ?? 0) < TRAVEL_TIME_IN_BURST;
    return (isEverParallel && isSoon) || worksInParallel(exchangesOf(later), earlier.received, later.received);
  };

  return {
    ...suspicion,
    hadSeen: (later, earlier) => {
      const isAfterResponse = later.received >= (respondedAt(earlier) ?? Infinity);
      const isUsuallySentOnce = requestsSentOnce.has(requestOfClient(later));
      if (isUsuallySentOnce && isAfterResponse && isRepetition(later, earlier)) return true;

      return suspicion.hadSeen(later, earlier) && !isInDoubt(later, earlier);
    },
    timesAreExact: false,
  };
}

/** Whether the response leaves open if the request was carried out. A 503 and a 429 say that the request was not. */
function leavesOutcomeOpen(exchange: Exchange): boolean {
  return !isComplete(exchange) || (exchange.status >= 500 && exchange.status !== 503);
}

/** Returns a function that finds all exchanges of the client of an exchange, in the order of arrival. */
function exchangesOfClient(exchanges: readonly Exchange[]): (exchange: Exchange) => readonly Exchange[] {
  // Exchanges without a known client form one group, as if one client had sent them.
  const groups = groupBy(exchanges, ({ clientId = '' }) => clientId);
  const clients = new Map(groups.map((ofClient) => [ofClient[0]!.clientId ?? '', ofClient]));
  return ({ clientId = '' }) => clients.get(clientId) ?? [];
}

/**
 * Whether the client probably had the earlier response when it sent the later request.
 * @param ofClient all exchanges of the client, in the order of arrival
 */
function couldHaveSeen(later: Exchange, earlier: Exchange, ofClient: readonly Exchange[]): boolean {
  const responded = respondedAt(earlier);
  if (responded === undefined || later.received < responded) return false;

  const passed = later.received - responded;
  const { connection } = later;
  // Each connection counts its requests from 1. A recording may lack connections.
  const usesOpenConnection = (connection?.request ?? 1) > 1;
  if (passed >= TRAVEL_TIME_IN_BURST) return true;
  // A pipelined request was sent before the response to the request before it.
  if (connection?.pipelined) return false;
  // Without pipelining, a client sends a request on a connection only after it has read the response before.
  if (connection && connection.id === earlier.connection?.id) return true;
  // Requests that a client sends together over open connections arrive without a rest between them.
  if (usesOpenConnection && !restedBetween(ofClient, responded, later.received)) return false;
  // A burst of requests to which the earlier one belongs may have begun to arrive this long before it.
  if (worksInParallel(ofClient, earlier.received - TRAVEL_TIME_IN_BURST, later.received)) return false;

  // A client that works in sequence repeats a request at once only because of the response.
  return passed >= TRAVEL_TIME || isRepetition(later, earlier);
}

/** Whether two requests are equal, so that the later one repeats the earlier one. */
function isRepetition(later: Exchange, earlier: Exchange): boolean {
  const identity = requestOfClient(later);
  return identity !== undefined && identity === requestOfClient(earlier);
}

/** Whether two of the requests that arrived in a span of time, or soon after it, were open at the same time. */
function worksInParallel(ofClient: readonly Exchange[], from: number, to: number): boolean {
  let busyUntil = -Infinity;
  for (const exchange of arrivedBetween(ofClient, from, to + TRAVEL_TIME)) {
    const { received, connection } = exchange;
    // A client had decided to send the first request on a connection when it opened the connection.
    const decidedAt = connection?.request === 1 ? Math.min(received, connection.opened) : received;
    if (decidedAt < busyUntil) return true;

    busyUntil = Math.max(busyUntil, openUntil(exchange, Infinity));
  }

  return false;
}

/** Whether for a while no request was open. Requests after such a rest were not sent together with those before. */
function restedBetween(ofClient: readonly Exchange[], from: number, to: number): boolean {
  let busyUntil = from;
  for (const exchange of arrivedBetween(ofClient, from, to)) {
    if (exchange.received - busyUntil >= LEAST_REST) return true;
    busyUntil = Math.max(busyUntil, openUntil(exchange, Infinity));
  }

  return false;
}
