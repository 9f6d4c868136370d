/**
 * Evidence that is proof. It rests on two facts that no delay changes. An HTTP/1.1 client sends the next request on a
 * connection only after it has read the previous response. A client has an access token only from the response that
 * issued it.
 *
 * The evidence answers questions about two exchanges, such as: did the client have the response to the earlier request
 * when it sent the later request?
 */

import { headerOf, type Exchange } from '../journal/exchange.js';
import { isComplete, openUntil, respondedAt, succeeded } from './exchanges.js';
import type { Evidence } from './rule.js';

/** What all proofs share: guesses about the meaning of a response, measured times and chance do not count. */
const CERTAIN = { mayHaveArrived: succeeded, timesAreExact: false, chanceCounts: false };

/** Headers that proxies add. A proxy uses one connection for many clients, so the order on it proves nothing. */
const PROXY_HEADERS = ['Via', 'Forwarded', 'X-Forwarded-For'];

/**
 * The proof that follows from the order of exchanges, if one client sends its requests one after the other.
 * @param exchanges in the order in which their requests arrived
 * @returns the proof, or two exchanges that were open at the same time: they refute the condition
 */
export function proofOfOrder(
  exchanges: readonly Exchange[],
): { readonly proof: Evidence } | { readonly overlap: readonly [Exchange, Exchange] } {
  const previousOf = new Map(exchanges.map((exchange, at) => [exchange, exchanges[at - 1]]));
  /** The exchange so far that was open for longest, measured by the time of its end. */
  let latest: Exchange | undefined;
  // A request without a known end counts as ended at once, because nothing shows that it was open longer.
  const endOf = (exchange: Exchange): number => openUntil(exchange, 0);

  for (const exchange of exchanges) {
    const isPipelined = exchange.connection?.pipelined === true;
    if (latest !== undefined && (isPipelined || exchange.received < endOf(latest)))
      return { overlap: [latest, exchange] };
    if (latest === undefined || endOf(exchange) > endOf(latest)) latest = exchange;
  }

  // If requests never overlap, each response before a request was also read before that request was sent.
  const hadSeen: Evidence['hadSeen'] = (later, earlier) => (respondedAt(earlier) ?? Infinity) <= later.received;
  const wasNext: Evidence['wasNext'] = (later, earlier) => previousOf.get(later) === earlier && hadSeen(later, earlier);

  return { proof: { ...CERTAIN, hadSeen, wasNext, gotResponse: isComplete } };
}

/**
 * The proof that follows from connections and access tokens, whatever number of clients sent the requests.
 * @param exchanges in the order in which their requests arrived
 */
export function proofIn(exchanges: readonly Exchange[]): Evidence {
  const places = placesIn(exchanges);

  const wasNext: Evidence['wasNext'] = (later, earlier) => {
    const place = places.get(later);
    // Only sequential requests count: with other requests open, one part of a program may send before another reads.
    // If the count of overlaps is the same before the earlier request and after the later one, none lay between.
    const wasSequential = places.get(earlier)?.overlapsBefore === place?.overlapsAfter;
    return place?.previous === earlier && wasSequential && isComplete(earlier);
  };

  /**
   * Whether a whole round trip lay between the two: the client read the earlier response, sent a further request, had
   * the response to that request, and only then sent the later request.
   */
  const isRoundTripLater: Evidence['hadSeen'] = (later, earlier) => {
    const provenReadAt = places.get(earlier)?.provenReadAt ?? Infinity;
    return provenReadAt <= places.get(later)!.readyAt;
  };

  return {
    ...CERTAIN,
    hadSeen: (later, earlier) => {
      if (!isComplete(earlier)) return false;

      // The request has the access token that the earlier response issued, so the client had that response.
      const isSource = places.get(later)?.source === earlier;
      return isSource || isRoundTripLater(later, earlier) || wasNext(later, earlier);
    },
    wasNext,
    gotResponse: (exchange) => places.get(exchange)?.provenReadAt !== undefined,
  };
}

/**
 * The place of an exchange in the order: what must have happened before its request, and what shows that it was read.
 */
interface Place {
  /** The previous exchange on the same connection, whose response the client must have read before. */
  readonly previous: Exchange | undefined;
  /** The exchange that issued the access token of the request. */
  readonly source: Exchange | undefined;
  /** When the client had the last response that it needed for the request. */
  readonly readyAt: number;
  /** The arrival of the first request that shows that the client had the response. */
  provenReadAt?: number;
  /** How many requests before this one arrived while another one was open. */
  readonly overlapsBefore: number;
  /** How many requests up to this one arrived while another one was open. */
  readonly overlapsAfter: number;
}

/** For each exchange, its place among the others: what came before it, and which of them overlapped it. */
function placesIn(exchanges: readonly Exchange[]): ReadonlyMap<Exchange, Place> {
  const issues = new Map(exchanges.map((exchange) => [exchange.issuedToken?.id, exchange]));
  const previousOf = previousOnConnection(exchanges);
  const places = new Map<Exchange, Place>();
  let overlaps = 0;
  let busyUntil = -Infinity;

  for (const exchange of exchanges) {
    const { accessToken, connection, received } = exchange;
    const previous = previousOf.get(exchange);
    const source = accessToken && issues.get(accessToken.id);
    const readyAt = Math.max(responseTimeOf(previous), responseTimeOf(source));
    const overlapsBefore = overlaps;
    if (received < busyUntil || connection?.pipelined === true) overlaps += 1;
    places.set(exchange, { previous, source, readyAt, overlapsBefore, overlapsAfter: overlaps });
    busyUntil = Math.max(busyUntil, openUntil(exchange, 0));
  }

  // A request on the same connection, or with the issued token, proves that the client has read the response. The map
  // is in the order of arrival, so the first such request sets the time, and later ones leave it.
  for (const [{ received }, { previous, source }] of places)
    for (const cause of [previous, source]) {
      const place = cause && places.get(cause);
      if (place !== undefined) place.provenReadAt ??= received;
    }

  return places;
}

/** When the client had the response; minus infinity if there is no such response. */
function responseTimeOf(cause: Exchange | undefined): number {
  return (cause && respondedAt(cause)) ?? -Infinity;
}

/** The previous exchange on the same connection. The order on a connection with pipelined requests proves nothing. */
function previousOnConnection(exchanges: readonly Exchange[]): ReadonlyMap<Exchange, Exchange | undefined> {
  const pipelined = exchanges.filter(({ connection }) => connection?.pipelined === true);
  const pipeliningConnections = new Set(pipelined.map(({ connection }) => connection!.id));
  const previousOf = new Map<Exchange, Exchange | undefined>();
  const lastOn = new Map<number, Exchange>();

  for (const exchange of exchanges) {
    const { connection, request } = exchange;
    if (connection === undefined || pipeliningConnections.has(connection.id)) continue;
    if (PROXY_HEADERS.some((name) => headerOf(request.headers, name) !== undefined)) continue;

    previousOf.set(exchange, lastOn.get(connection.id));
    lastOn.set(connection.id, exchange);
  }

  return previousOf;
}
