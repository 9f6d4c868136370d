/** Verifies expectations of a test against a journal, and explains each failure. */

import { forEachInSteps, type Steps } from '../../../../common/steps.js';
import { type Exchange, summaryOf } from '../../../journal/exchange.js';
import type { SandboxFacts } from '../../../journal/query.js';
import type { Schemas } from '../../documents.js';
import { describeExpectation, type Expectation, prepareExpectation, type PreparedExpectation } from './expectation.js';

export interface VerifyOptions extends SandboxFacts {
  /** Whether the expectations must be met in their order. Default: false, each applies to the whole journal. */
  readonly inOrder?: boolean;
}

/** The result of one expectation. */
export type ExpectationResult = Omit<Schemas['ExpectationResult'], 'expectation'> & {
  readonly expectation: Expectation;
};

/** The results of all expectations. */
export interface VerifiedExpectations {
  readonly passed: boolean;
  readonly results: readonly ExpectationResult[];
}

/** An exchange that almost meets an expectation. */
type NearMiss = Schemas['NearMiss'];

/** One reason why an exchange does not meet an expectation. */
type Unmet = NearMiss['differs'][number];

/** A position in the journal. */
interface Cursor {
  /** The position of the next exchange in the journal. */
  readonly next: number;
  /** The last exchange that an expectation took. */
  readonly last?: Exchange | undefined;
}

const START: Cursor = { next: 0 };

/** The positions of the exchanges that count for an expectation, and the position where the search began. */
interface Match {
  readonly cursor: Cursor;
  readonly places: readonly number[];
}

/** Verifies each expectation. The exchanges must be in order, oldest first. */
export function* verifyExpectations(
  exchanges: readonly Exchange[],
  expectations: readonly Expectation[],
  { inOrder = false, ...context }: VerifyOptions = {},
): Steps<VerifiedExpectations> {
  const prepared: PreparedExpectation[] = [];
  for (const expectation of expectations) prepared.push(yield* prepareExpectation(exchanges, expectation, context));
  const found = inOrder
    ? findInOrder(exchanges, prepared)
    : prepared.map(({ matching }): Match => ({ cursor: START, places: matching }));
  const results: ExpectationResult[] = [];
  for (const [at, expectation] of prepared.entries()) results.push(yield* resultOf(exchanges, expectation, found[at]!));

  return { passed: results.every(({ passed }) => passed), results };
}

/**
 * Goes through the journal once. Each expectation takes the least number of exchanges that it needs, after those of the
 * previous expectation. More matching exchanges, up to the first one of the next expectation, count as surplus.
 */
function findInOrder(exchanges: readonly Exchange[], expectations: readonly PreparedExpectation[]): Match[] {
  let cursor = START;
  return expectations.map((expectation, at) => {
    const before = cursor;
    const window = endOfWindow(exchanges, before, expectation);
    const inWindow = expectation.matching.filter((place) => place >= before.next && place < window);
    const taken = inWindow.slice(0, expectation.least);
    const last = taken.at(-1);
    if (last !== undefined) cursor = { next: last + 1, last: exchanges[last] };
    if (taken.length < expectation.least) return { cursor: before, places: taken };

    const end = endOfSpan(exchanges, cursor, expectations.slice(at + 1));
    const surplus = inWindow.filter((place) => place >= cursor.next && place < end);
    return { cursor: before, places: [...taken, ...surplus] };
  });
}

/** The position of the first exchange after the time limit of the expectation. */
function endOfWindow(exchanges: readonly Exchange[], { next, last }: Cursor, { within }: PreparedExpectation): number {
  if (last === undefined || within === Infinity) return exchanges.length;
  const end = exchanges.findIndex((exchange, at) => at >= next && timeBetween(last, exchange) > within);
  return end === -1 ? exchanges.length : end;
}

/** Milliseconds by the sandbox's clock. */
function timeBetween(earlier: Exchange, later: Exchange): number {
  return Date.parse(later.at) - Date.parse(earlier.at);
}

/**
 * The position where surplus stops counting: the first exchange that a later expectation takes. An expectation of no
 * exchange ("none within 30 s") takes none, so its time limit is the end instead.
 */
function endOfSpan(exchanges: readonly Exchange[], cursor: Cursor, rest: readonly PreparedExpectation[]): number {
  let end = exchanges.length;
  for (const expectation of rest) {
    end = Math.min(end, endOfWindow(exchanges, cursor, expectation));
    if (expectation.least > 0) return Math.min(end, expectation.matching.find((place) => place >= cursor.next) ?? end);
  }
  return end;
}

function* resultOf(
  journal: readonly Exchange[],
  prepared: PreparedExpectation,
  { cursor, places }: Match,
): Steps<ExpectationResult> {
  const { expectation, least, most } = prepared;
  const found = places.length;
  const ids = places.map((place) => journal[place]!.id);
  const result = { expectation, passed: found >= least && found <= most, found, exchanges: ids };
  if (result.passed) return result;
  const explanation = explain(journal, prepared, cursor, ids);
  if (found > most) return { ...result, explanation };

  return { ...result, explanation, nearestMisses: yield* nearestMisses(journal, prepared, cursor) };
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
  if (ids.length === 0) return `${expected}, found none.`;

  const noun = ids.length === 1 ? 'exchange' : 'exchanges';
  const rest = ids.length > MAX_LISTED ? ', ...' : '';
  return `${expected}, found ${ids.length} (${noun} ${ids.slice(0, MAX_LISTED).join(', ')}${rest}).`;
}

const MAX_LISTED = 10;

const MAX_MISSES = 3;

/** The exchanges with the fewest unmet criteria; among equals, the newest first. */
function* nearestMisses(journal: readonly Exchange[], prepared: PreparedExpectation, from: Cursor): Steps<NearMiss[]> {
  const misses: { readonly exchange: Exchange; readonly differs: readonly Unmet[] }[][] = [];
  yield* forEachInSteps(journal.toReversed(), (exchange) => {
    const differs = differences(exchange, prepared, from);
    const alike = (misses[differs.length] ??= []);
    if (differs.length > 0 && alike.length < MAX_MISSES) alike.push({ exchange, differs });
  });
  return misses
    .flat()
    .slice(0, MAX_MISSES)
    .map(({ exchange, differs }) => ({ exchange: exchange.id, summary: summaryOf(exchange), differs }));
}

function differences(exchange: Exchange, { criteria, within }: PreparedExpectation, { last }: Cursor): Unmet[] {
  const unmet = criteria.filter(({ holds }) => !holds(exchange));
  const differs = unmet.map(({ name, expected, found }): Unmet => ({
    criterion: name,
    expected,
    found: found(exchange),
  }));
  if (last === undefined) return differs;

  const time = timeBetween(last, exchange);
  if (exchange.id <= last.id) {
    differs.push({ criterion: 'order', expected: `after exchange ${last.id}`, found: `exchange ${exchange.id}` });
  } else if (time > within) {
    const expected = `at most ${within} ms after exchange ${last.id}`;
    differs.push({ criterion: 'within', expected, found: `${time} ms` });
  }
  return differs;
}
