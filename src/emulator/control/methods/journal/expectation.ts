/** Expectations of a test about the exchanges in a journal. */

import type { Steps } from '../../../../common/steps.js';
import type { Exchange } from '../../../journal/exchange.js';
import type { ExchangeCriteria, SandboxFacts, SentExpectation } from '../../../journal/query.js';
import { type Criterion, indexesOfMatching, prepareCriteria } from '../../../journal/query.js';
import phrases from './criterion-phrases.json' with { type: 'json' };

/** A number of exchanges that meet all criteria. Default: at least one. */
export interface Expectation extends ExchangeCriteria, Pick<SentExpectation, 'count' | 'atLeast' | 'atMost'> {
  /**
   * Maximum time since the last exchange of the previous expectation, in milliseconds of the sandbox's clock. Applies
   * only with `inOrder`, and only if an earlier expectation took an exchange. Default: no limit.
   */
  readonly within?: number;
}

/** An expectation with all defaults, and the exchanges that meet its criteria, whatever their order and time are. */
export interface PreparedExpectation {
  readonly expectation: Expectation;
  readonly criteria: readonly Criterion[];
  readonly least: number;
  readonly most: number;
  readonly within: number;
  /** The positions in the journal of the exchanges that meet the criteria. */
  readonly matching: readonly number[];
}

/** Finds the exchanges that meet the criteria, and how many of them are expected. */
export function* prepareExpectation(
  exchanges: readonly Exchange[],
  expectation: Expectation,
  context: SandboxFacts,
): Steps<PreparedExpectation> {
  const { count, atLeast, atMost, within = Infinity } = expectation;
  const criteria = prepareCriteria(expectation, context);
  const matching = yield* indexesOfMatching(exchanges, criteria);
  // Without any number, at least one exchange is expected. With `atMost` alone, there may be none.
  const least = count ?? atLeast ?? (atMost === undefined ? 1 : 0);

  return { expectation, criteria, least, most: count ?? atMost ?? Infinity, within, matching };
}

/** An expectation in words: `exactly 3 exchanges of operation getCredentials with status 4xx`. */
export function describeExpectation({ criteria, least, most }: PreparedExpectation): string {
  const amount = renderAmount(least, most);
  // The amounts `exactly 1`, `at least 1` and `at most 1`.
  const noun = amount.endsWith(' 1') ? 'exchange' : 'exchanges';
  const conditions = criteria.map(({ name, expected }) => ` ${phrases[name]} ${expected}`);

  return `${amount} ${noun}${conditions.join('')}`;
}

/** An expected number in words: `at least 2`. */
function renderAmount(least: number, most: number): string {
  if (most === 0) return 'no';
  if (least === most) return `exactly ${least}`;
  if (most === Infinity) return `at least ${least}`;

  return least === 0 ? `at most ${most}` : `between ${least} and ${most}`;
}
