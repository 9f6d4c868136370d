/** Expectations of a test about the exchanges in a journal, and the exchanges that count for each. */

import type { Exchange } from './exchange.js';
import {
  type CriteriaContext,
  prepareCriteria,
  type Criterion,
  type CriterionName,
  type ExchangeCriteria,
} from './query.js';

/** A number of exchanges that meet all criteria. Default: at least one. */
export interface Expectation extends ExchangeCriteria {
  /** The exact number. */
  readonly count?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  /**
   * Maximum distance from the last exchange that an earlier expectation took, in milliseconds of the sandbox's clock.
   * Applies only in order, and only after an expectation that took an exchange. Default: no limit.
   */
  readonly within?: number;
}

/** An expectation with its defaults, ready to be applied to many exchanges. */
export interface PreparedExpectation {
  readonly expectation: Expectation;
  readonly criteria: readonly Criterion[];
  readonly least: number;
  readonly most: number;
  readonly within: number;
}

export function prepareExpectation(expectation: Expectation, context: CriteriaContext): PreparedExpectation {
  const { count, atLeast, atMost, within = Infinity } = expectation;
  const least = count ?? atLeast ?? (atMost === undefined ? 1 : 0);
  return {
    expectation,
    criteria: prepareCriteria(expectation, context),
    least,
    most: count ?? atMost ?? Infinity,
    within,
  };
}

/** Whether an exchange meets all criteria of the expectation. Ignores order and time limit. */
export function meets(exchange: Exchange, { criteria }: PreparedExpectation): boolean {
  return criteria.every(({ holds }) => holds(exchange));
}

/** For example `exactly 3 exchanges of operation getCredentials with status 4xx`. */
export function describeExpectation({ criteria, least, most }: PreparedExpectation): string {
  const number = renderNumber(least, most);
  const conditions = criteria.map(({ name, expected }) => ` ${PHRASES[name]} ${expected}`);
  return `${number} ${number.endsWith(' 1') ? 'exchange' : 'exchanges'}${conditions.join('')}`;
}

const PHRASES: Readonly<Record<CriterionName, string>> = {
  operation: 'of operation',
  method: 'with method',
  path: 'at path',
  status: 'with status',
  party: 'about party',
  scenario: 'under scenario',
  rule: 'breaking rule',
  clientId: 'of client',
  since: 'since',
  until: 'until',
  after: 'after exchange',
};

function renderNumber(least: number, most: number): string {
  if (most === 0) return 'no';
  if (least === most) return `exactly ${least}`;
  if (most === Infinity) return `at least ${least}`;
  return least === 0 ? `at most ${most}` : `between ${least} and ${most}`;
}

/** A position in the journal. */
export interface Cursor {
  /** The index of the next exchange. */
  readonly next: number;
  /** The last exchange that an expectation took. */
  readonly last: Exchange | undefined;
}

/** The exchanges that count for an expectation. */
export interface Found {
  /** Where the search began. */
  readonly cursor: Cursor;
  readonly exchanges: readonly Exchange[];
}

/**
 * Goes through the journal once: each expectation takes the least number it needs, starting behind the exchanges of the
 * previous one. Further exchanges that meet it, up to the first of the next expectation, count as surplus.
 */
export function findInOrder(exchanges: readonly Exchange[], expectations: readonly PreparedExpectation[]): Found[] {
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

function take(exchanges: readonly Exchange[], cursor: Cursor, expectation: PreparedExpectation): Exchange[] {
  const window = exchanges.slice(cursor.next, endOfWindow(exchanges, cursor, expectation));
  return window.filter((exchange) => meets(exchange, expectation)).slice(0, expectation.least);
}

/** The index of the first exchange after the time limit of the expectation. */
function endOfWindow(exchanges: readonly Exchange[], { next, last }: Cursor, { within }: PreparedExpectation): number {
  if (last === undefined) return exchanges.length;
  const end = exchanges.findIndex((exchange, at) => at >= next && isTooLate(exchange, last, within));
  return end === -1 ? exchanges.length : end;
}

/** Whether an exchange came more than `within` milliseconds after `last`, by the sandbox's clock. */
export function isTooLate(exchange: Exchange, last: Exchange, within: number): boolean {
  return Date.parse(exchange.at) - Date.parse(last.at) > within;
}

/**
 * The index where surplus stops counting: the first exchange that a later expectation takes. An expectation that needs
 * none ("none within 30 s") takes none; it limits the span to its own time limit.
 */
function endOfSpan(exchanges: readonly Exchange[], cursor: Cursor, rest: readonly PreparedExpectation[]): number {
  let end = exchanges.length;
  for (const expectation of rest) {
    end = Math.min(end, endOfWindow(exchanges, cursor, expectation));
    if (expectation.least === 0) continue;
    const first = exchanges.findIndex((exchange, at) => at >= cursor.next && meets(exchange, expectation));
    return first === -1 ? end : Math.min(end, first);
  }
  return end;
}
