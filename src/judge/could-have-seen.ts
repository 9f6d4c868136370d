/**
 * Whether a client can have known one answer when it sent another request. That a request came after an answer had gone
 * out does not prove it: of twenty that are sent at once, the last may come when the first has long been answered.
 * On one connection it does, because there a client reads an answer before it sends the next request.
 */

import type { Exchange } from '../journal/exchange.js';
import { respondedAt, identityOf } from './exchanges.js';

/** How long a request may be on its way, in milliseconds, where nothing shows that the client works in parallel. */
const UNDER_WAY = 50;
/** The same where it does; bursts take longer to come in. */
const UNDER_WAY_IN_BURST = 500;
/** What a client needs at least to read an answer and send another request, in milliseconds. */
const REST = 1;

/** Whether the later request was surely sent with knowledge of the earlier answer; `own` are the client's, in order. */
export function couldHaveSeen(later: Exchange, earlier: Exchange, own: readonly Exchange[]): boolean {
  const answered = respondedAt(earlier);
  if (answered === undefined || later.received < answered) return false;
  const passed = later.received - answered;
  if (passed >= UNDER_WAY_IN_BURST || isSameConnection(later, earlier)) return true;
  // Over connections that were open already, what is sent at once comes in without a rest.
  if (later.connection !== undefined && later.connection.request > 1 && !restedBetween(own, answered, later.received))
    return false;
  if (worksInParallel(own, earlier.received - UNDER_WAY_IN_BURST, later.received)) return false;
  return passed >= UNDER_WAY || isRepetition(later, earlier);
}

function isSameConnection({ connection: one }: Exchange, { connection: other }: Exchange): boolean {
  return one !== undefined && one.id === other?.id;
}

/** Who works off one request after the other repeats one because of its answer, however soon. */
function isRepetition(later: Exchange, earlier: Exchange): boolean {
  const identity = identityOf(later);
  return identity !== undefined && identity === identityOf(earlier);
}

/** Whether two of the requests that came in a span of time, or soon after, were under way at once. */
function worksInParallel(own: readonly Exchange[], from: number, to: number): boolean {
  let busyUntil = -Infinity;
  for (let at = firstSince(own, from); at < own.length && own[at]!.received <= to + UNDER_WAY; at++) {
    const { received, duration = Infinity } = own[at]!;
    if (sentAt(own[at]!) < busyUntil) return true;
    busyUntil = Math.max(busyUntil, received + duration);
  }
  return false;
}

/** Whether for a while none of the requests was under way, so that what came after it was sent after it. */
function restedBetween(own: readonly Exchange[], from: number, to: number): boolean {
  let busyUntil = from;
  for (let at = firstSince(own, from); at < own.length && own[at]!.received <= to; at++) {
    const { received, duration = Infinity } = own[at]!;
    if (received - busyUntil >= REST) return true;
    busyUntil = Math.max(busyUntil, received + duration);
  }
  return false;
}

/** At the latest: a connection is opened for a request that is to be sent. */
function sentAt({ received, connection }: Exchange): number {
  return connection?.request === 1 ? Math.min(received, connection.opened) : received;
}

/** The index of the first exchange that came at a moment or later. */
function firstSince(own: readonly Exchange[], from: number): number {
  let low = 0;
  let high = own.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (own[middle]!.received < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
