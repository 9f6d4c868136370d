/** Checks what a test expects of a journal, and explains what is missing or too much. */

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
  /** Whether the expectations have to be met one after the other. Default: false, each counts over the whole journal. */
  readonly inOrder?: boolean;
}

/** What became of one expectation. */
export interface ExpectationResult {
  readonly expectation: Expectation;
  readonly passed: boolean;
  /** How many exchanges met it. */
  readonly found: number;
  /** Their numbers. */
  readonly exchanges: readonly number[];
  /** One sentence; only where it failed. */
  readonly explanation?: string;
  /** Only where there were too few. */
  readonly nearestMisses?: readonly NearMiss[];
}

export interface Verification {
  readonly passed: boolean;
  readonly results: readonly ExpectationResult[];
}

/** Checks each expectation against the exchanges, oldest first. */
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

const MOST_LISTED = 10;

function listed(ids: readonly number[]): string {
  const shown = ids.slice(0, MOST_LISTED).join(', ');
  return `${ids.length === 1 ? 'exchange' : 'exchanges'} ${shown}${ids.length > MOST_LISTED ? ', ...' : ''}`;
}

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
  exchanges: readonly Exchange[],
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

function differences(exchange: Exchange, { criteria, within }: PreparedExpectation, { last }: Cursor): Difference[] {
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
