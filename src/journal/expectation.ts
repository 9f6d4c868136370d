/** What a test expects of the exchanges in a journal, in numbers and in words. */

import {
  criteriaOf,
  type CriteriaContext,
  type Criterion,
  type CriterionName,
  type ExchangeCriteria,
} from './criteria.js';
import type { JournaledExchange } from './journaled-exchange.js';

/** So many exchanges that meet all criteria; at least one where no number is given. */
export interface Expectation extends ExchangeCriteria {
  /** Exactly so many. */
  readonly count?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  /**
   * Milliseconds by the sandbox's clock: how long after the last exchange that an expectation before this one took.
   * Counts only in order, and from the second expectation on: else there is nothing to count from.
   */
  readonly within?: number;
}

/** An expectation made ready for many exchanges. */
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
  return { expectation, criteria: criteriaOf(expectation, context), least, most: count ?? atMost ?? Infinity, within };
}

/** Whether an exchange meets all criteria of the expectation, wherever it stands. */
export function meets(exchange: JournaledExchange, { criteria }: PreparedExpectation): boolean {
  return criteria.every(({ holds }) => holds(exchange));
}

/** "exactly 3 exchanges of operation getCredentials with status 4xx". */
export function describeExpectation({ criteria, least, most }: PreparedExpectation): string {
  const number = numberInWords(least, most);
  const conditions = criteria.map(({ name, expected }) => ` ${WORDS[name]} ${expected}`);
  return `${number} ${number.endsWith(' 1') ? 'exchange' : 'exchanges'}${conditions.join('')}`;
}

const WORDS: Readonly<Record<CriterionName, string>> = {
  operation: 'of operation',
  method: 'with method',
  path: 'at path',
  status: 'with status',
  party: 'about party',
  scenario: 'under scenario',
  clientId: 'of client',
  since: 'since',
  until: 'until',
  after: 'after exchange',
};

function numberInWords(least: number, most: number): string {
  if (most === 0) return 'no';
  if (least === most) return `exactly ${least}`;
  if (most === Infinity) return `at least ${least}`;
  return least === 0 ? `at most ${most}` : `between ${least} and ${most}`;
}
