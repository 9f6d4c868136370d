/** Verifies expectations against a journal and explains each failure. */

import { type Exchange, summaryOf } from './exchange.js';
import {
  type Cursor,
  describeExpectation,
  type Expectation,
  findInOrder,
  type Found,
  isTooLate,
  meets,
  type PreparedExpectation,
  prepareExpectation,
} from './expectation.js';
import type { CriteriaContext } from './query.js';

export interface VerifyOptions extends CriteriaContext {
  /** Whether the expectations must be met in their order. Default: false, each applies to the whole journal. */
  readonly inOrder?: boolean;
}

/** The result of one expectation. */
export interface ExpectationResult {
  readonly expectation: Expectation;
  readonly passed: boolean;
  /** Number of exchanges that met it. */
  readonly found: number;
  /** The numbers of these exchanges. */
  readonly exchanges: readonly number[];
  /** One sentence. Present only if the expectation failed. */
  readonly explanation?: string;
  /** Present only if there were too few exchanges. */
  readonly nearestMisses?: readonly NearMiss[];
}

export interface Verification {
  readonly passed: boolean;
  readonly results: readonly ExpectationResult[];
}

/** Verifies each expectation. The exchanges must be in order, oldest first. */
export function verifyExchanges(
  exchanges: readonly Exchange[],
  expectations: readonly Expectation[],
  options: VerifyOptions = {},
): Verification {
  const prepared = expectations.map((expectation) => prepareExpectation(expectation, options));
  const found =
    options.inOrder === true
      ? findInOrder(exchanges, prepared)
      : prepared.map((expectation) => findAnywhere(exchanges, expectation));
  const results = prepared.map((expectation, at) => resultOf(exchanges, expectation, found[at]!));
  return { passed: results.every(({ passed }) => passed), results };
}

function findAnywhere(exchanges: readonly Exchange[], expectation: PreparedExpectation): Found {
  return {
    cursor: { next: 0, last: undefined },
    exchanges: exchanges.filter((exchange) => meets(exchange, expectation)),
  };
}

function resultOf(
  journal: readonly Exchange[],
  prepared: PreparedExpectation,
  { cursor, exchanges }: Found,
): ExpectationResult {
  const { expectation, least, most } = prepared;
  const found = exchanges.length;
  const result = {
    expectation,
    passed: found >= least && found <= most,
    found,
    exchanges: exchanges.map(({ id }) => id),
  };
  if (result.passed) return result;
  const explanation = explain(journal, prepared, cursor, result.exchanges);
  return found > most
    ? { ...result, explanation }
    : { ...result, explanation, nearestMisses: nearestMisses(journal, prepared, cursor) };
}

function explain(
  journal: readonly Exchange[],
  prepared: PreparedExpectation,
  { last }: Cursor,
  ids: readonly number[],
): string {
  const time = prepared.within === Infinity || last === undefined ? '' : ` within ${prepared.within} ms`;
  const place = last === undefined ? '' : `${time} after exchange ${last.id}`;
  const expected = `Expected ${describeExpectation(prepared)}${place}`;
  if (journal.length === 0) return `${expected}, but the journal is empty.`;
  return `${expected}, found ${ids.length === 0 ? 'none' : `${ids.length} (${listed(ids)})`}.`;
}

const MAX_LISTED = 10;

function listed(ids: readonly number[]): string {
  const shown = ids.slice(0, MAX_LISTED).join(', ');
  return `${ids.length === 1 ? 'exchange' : 'exchanges'} ${shown}${ids.length > MAX_LISTED ? ', ...' : ''}`;
}

/** One reason why an exchange does not meet an expectation. */
export interface UnmetCriterion {
  /** The name of a criterion, `order` or `within`. */
  readonly criterion: string;
  readonly expected: string;
  readonly found: string;
}

/** An exchange that almost meets an expectation. */
export interface NearMiss {
  readonly exchange: number;
  /** Request and status in one line. */
  readonly summary: string;
  readonly differs: readonly UnmetCriterion[];
}

const MAX_MISSES = 3;

/** The exchanges with the fewest unmet criteria; of equal ones the newest first. */
function nearestMisses(exchanges: readonly Exchange[], expectation: PreparedExpectation, cursor: Cursor): NearMiss[] {
  return exchanges
    .map((exchange) => ({
      exchange: exchange.id,
      summary: summaryOf(exchange),
      differs: differences(exchange, expectation, cursor),
    }))
    .filter(({ differs }) => differs.length > 0)
    .toSorted((a, b) => a.differs.length - b.differs.length || b.exchange - a.exchange)
    .slice(0, MAX_MISSES);
}

function differences(
  exchange: Exchange,
  { criteria, within }: PreparedExpectation,
  { last }: Cursor,
): UnmetCriterion[] {
  const unmet = criteria.filter(({ holds }) => !holds(exchange));
  const differs: UnmetCriterion[] = unmet.map(({ name, expected, found }) => ({
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
