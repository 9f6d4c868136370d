/**
 * Evidence from times alone. It is enough to suspect a client, and never proves anything. The constants below suit a
 * machine that is not busy.
 */

import type { Exchange } from '../journal/exchange.js';
import { arrivedBetween, isComplete, openUntil, respondedAt, succeeded } from './exchanges.js';
import type { Evidence } from './rule.js';
import { requestOfClient } from './same-request.js';
import { groupBy } from './series.js';

/** The longest time that a request takes to arrive if the client does not work in parallel, in milliseconds. */
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
    wasNext: hadSeen,
    gotResponse: isComplete,
    mayHaveArrived: (exchange) => succeeded(exchange) || isOpenOutcome(exchange),
    timesAreExact: true,
    chanceCounts: true,
  };
}

/**
 * Evidence for an experiment: what the times suggest, without exact lengths of time, and with doubt about requests of a
 * client that works in parallel. The client may prepare a request with its access token before the response to another
 * request arrives, and send it later. There is no such doubt about a second request of a kind that usually occurs once.
 * @param usual the exchanges without the experiment
 */
export function experimentIn(exchanges: readonly Exchange[], proof: Evidence, usual: readonly Exchange[]): Evidence {
  const suspicion = suspicionIn(exchanges, proof);
  const exchangesOf = exchangesOfClient(exchanges);
  const groupsOfOne = groupBy(usual, requestOfClient).filter((group) => group.length === 1);
  const sentOnce = new Set(groupsOfOne.map(([exchange]) => requestOfClient(exchange!)));
  const isSecond = (later: Exchange, earlier: Exchange): boolean =>
    isRepetition(later, earlier) &&
    sentOnce.has(requestOfClient(later)) &&
    later.received >= (respondedAt(earlier) ?? Infinity);

  const isInDoubt = (later: Exchange, earlier: Exchange): boolean =>
    !isRepetition(later, earlier) && worksInParallel(exchangesOf(later), earlier.received, later.received);

  return {
    ...suspicion,
    hadSeen: (later, earlier) =>
      isSecond(later, earlier) || (suspicion.hadSeen(later, earlier) && !isInDoubt(later, earlier)),
    timesAreExact: false,
  };
}

/** Whether the response leaves open if the request was carried out. A 503 and a 429 say that it was not. */
function isOpenOutcome(exchange: Exchange): boolean {
  return !isComplete(exchange) || (exchange.status >= 500 && exchange.status !== 503);
}

/** Returns all exchanges of the client of an exchange, in the order of arrival. */
function exchangesOfClient(exchanges: readonly Exchange[]): (exchange: Exchange) => readonly Exchange[] {
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
  const usesOpenConnection = (connection?.request ?? 1) > 1;
  if (passed >= TRAVEL_TIME_IN_BURST) return true;
  if (connection?.pipelined) return false;
  if (connection && connection.id === earlier.connection?.id) return true;
  // Requests that a client sends together over open connections arrive without a rest between them.
  if (usesOpenConnection && !restedBetween(ofClient, responded, later.received)) return false;
  if (worksInParallel(ofClient, earlier.received - TRAVEL_TIME_IN_BURST, later.received)) return false;

  return passed >= TRAVEL_TIME || isRepetition(later, earlier);
}

/** Whether a client that sends its requests one by one repeated a request. It did so because of the response. */
function isRepetition(later: Exchange, earlier: Exchange): boolean {
  const identity = requestOfClient(later);
  return identity !== undefined && identity === requestOfClient(earlier);
}

/** Whether two of the requests that arrived in a span of time, or soon after it, were open at the same time. */
function worksInParallel(ofClient: readonly Exchange[], from: number, to: number): boolean {
  let busyUntil = -Infinity;
  for (const exchange of arrivedBetween(ofClient, from, to + TRAVEL_TIME)) {
    if (latestSendTime(exchange) < busyUntil) return true;
    busyUntil = Math.max(busyUntil, openUntil(exchange, Infinity));
  }

  return false;
}

/** Whether for a while no request was open. Later requests were then sent after that rest. */
function restedBetween(ofClient: readonly Exchange[], from: number, to: number): boolean {
  let busyUntil = from;
  for (const exchange of arrivedBetween(ofClient, from, to)) {
    if (exchange.received - busyUntil >= LEAST_REST) return true;
    busyUntil = Math.max(busyUntil, openUntil(exchange, Infinity));
  }

  return false;
}

/** The latest time at which the client can have decided to send a request. A connection is opened for its first one. */
function latestSendTime({ received, connection }: Exchange): number {
  return connection?.request === 1 ? Math.min(received, connection.opened) : received;
}
