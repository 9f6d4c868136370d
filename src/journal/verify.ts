/** Checks what a test expects of a journal, and explains what is missing or too much. */

import type { CriteriaContext } from './criteria.js';
import {
  describeExpectation,
  meets,
  prepareExpectation,
  type Expectation,
  type PreparedExpectation,
} from './expectation.js';
import { findInOrder, type Cursor, type Found } from './found-in-order.js';
import type { JournaledExchange } from './journaled-exchange.js';
import { nearestMisses, type NearMiss } from './near-misses.js';

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
  exchanges: readonly JournaledExchange[],
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

function findAnywhere(exchanges: readonly JournaledExchange[], expectation: PreparedExpectation): Found {
  return {
    cursor: { next: 0, last: undefined },
    exchanges: exchanges.filter((exchange) => meets(exchange, expectation)),
  };
}

function resultOf(
  journal: readonly JournaledExchange[],
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
  journal: readonly JournaledExchange[],
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
