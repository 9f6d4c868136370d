/** Goes through a journal with a cursor: each expectation takes its exchanges after those of the one before it. */

import { meets, type PreparedExpectation } from './expectation.js';
import type { JournaledExchange } from './journaled-exchange.js';

/** What stands behind: nothing at first, then the last exchange that an expectation took. */
export interface Cursor {
  /** The index of the next exchange. */
  readonly next: number;
  readonly last: JournaledExchange | undefined;
}

/** What an expectation came to. */
export interface Found {
  readonly cursor: Cursor;
  readonly exchanges: readonly JournaledExchange[];
}

/** The exchanges of each expectation, in order. Those that one leaves over stay for the next. */
export function findInOrder(
  exchanges: readonly JournaledExchange[],
  expectations: readonly PreparedExpectation[],
): Found[] {
  let cursor: Cursor = { next: 0, last: undefined };
  return expectations.map((expectation, at) => {
    const before = cursor;
    const taken = take(exchanges, before, expectation);
    const last = taken.at(-1);
    if (last !== undefined) cursor = { next: exchanges.indexOf(last) + 1, last };
    if (taken.length < expectation.least) return { cursor: before, exchanges: taken };
    const end = Math.min(
      endOfWindow(exchanges, before, expectation),
      endOfSpan(exchanges, cursor, expectations.slice(at + 1)),
    );
    const surplus = exchanges.slice(cursor.next, end).filter((exchange) => meets(exchange, expectation));
    return { cursor: before, exchanges: [...taken, ...surplus] };
  });
}

function take(
  exchanges: readonly JournaledExchange[],
  cursor: Cursor,
  expectation: PreparedExpectation,
): JournaledExchange[] {
  const window = exchanges.slice(cursor.next, endOfWindow(exchanges, cursor, expectation));
  return window.filter((exchange) => meets(exchange, expectation)).slice(0, expectation.least);
}

/** The index of the first exchange that comes too late for the expectation. */
function endOfWindow(
  exchanges: readonly JournaledExchange[],
  { next, last }: Cursor,
  { within }: PreparedExpectation,
): number {
  if (last === undefined) return exchanges.length;
  const end = exchanges.findIndex((exchange, at) => at >= next && isTooLate(exchange, last, within));
  return end === -1 ? exchanges.length : end;
}

/** Whether an exchange came more than so many milliseconds after another one, by the sandbox's clock. */
export function isTooLate(exchange: JournaledExchange, last: JournaledExchange, within: number): boolean {
  return Date.parse(exchange.at) - Date.parse(last.at) > within;
}

/**
 * Until where an expectation answers for surplus: until the next one takes an exchange. One that takes none, because it
 * forbids or merely allows, lets the span go on to the end of its window: "3, then none within 30 s" says nothing of
 * the minute after.
 */
function endOfSpan(
  exchanges: readonly JournaledExchange[],
  cursor: Cursor,
  rest: readonly PreparedExpectation[],
): number {
  let end = exchanges.length;
  for (const expectation of rest) {
    end = Math.min(end, endOfWindow(exchanges, cursor, expectation));
    if (expectation.least === 0) continue;
    const first = exchanges.findIndex((exchange, at) => at >= cursor.next && meets(exchange, expectation));
    return first === -1 ? end : Math.min(end, first);
  }
  return end;
}
