/** Finds the exchanges that come nearest to an expectation, and says in what they differ. */

import type { PreparedExpectation } from './expectation.js';
import { isTooLate, type Cursor } from './found-in-order.js';
import type { JournaledExchange } from './journaled-exchange.js';
import { summaryOf } from './message.js';

/** In what an exchange departs from an expectation: a criterion, its place (`order`) or its time (`within`). */
export interface Difference {
  readonly criterion: string;
  readonly expected: string;
  readonly found: string;
}

export interface NearMiss {
  readonly exchange: number;
  /** Its request and status in one line. */
  readonly summary: string;
  readonly differs: readonly Difference[];
}

const MOST_MISSES = 3;

/** The nearest misses: those that differ least, then the newest. */
export function nearestMisses(
  exchanges: readonly JournaledExchange[],
  expectation: PreparedExpectation,
  cursor: Cursor,
): NearMiss[] {
  return exchanges
    .map((exchange) => ({
      exchange: exchange.id,
      summary: summaryOf(exchange),
      differs: differences(exchange, expectation, cursor),
    }))
    .filter(({ differs }) => differs.length > 0)
    .toSorted((a, b) => a.differs.length - b.differs.length || b.exchange - a.exchange)
    .slice(0, MOST_MISSES);
}

function differences(
  exchange: JournaledExchange,
  { criteria, within }: PreparedExpectation,
  { last }: Cursor,
): Difference[] {
  const unmet = criteria.filter(({ holds }) => !holds(exchange));
  const differs: Difference[] = unmet.map(({ name, expected, found }) => ({
    criterion: name,
    expected,
    found: found(exchange),
  }));
  if (last === undefined) return differs;
  if (exchange.id <= last.id) {
    differs.push({ criterion: 'order', expected: `after exchange ${last.id}`, found: `exchange ${exchange.id}` });
  } else if (isTooLate(exchange, last, within)) {
    const after = Date.parse(exchange.at) - Date.parse(last.at);
    differs.push({
      criterion: 'within',
      expected: `at most ${within} ms after exchange ${last.id}`,
      found: `${after} ms`,
    });
  }
  return differs;
}
