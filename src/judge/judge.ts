/** Judges how a consumer behaves, from the journal of its exchanges. */

import { type Exchange, summaryOf } from '../journal/exchange.js';
import type { Examination, Offence, ReportedOffence, Rule, Verdict } from './rule.js';
import { RULES } from './rules.js';

/** How many proofs of good behaviour, and how many offences, a verdict shows. */
const MOST_SHOWN = 10;
/** An offence may be a long row of requests; its beginning tells enough. */
const MOST_REQUESTS = 5;

/** A verdict for each rule, in the order of the rules. */
export function judge(exchanges: readonly Exchange[]): Verdict[] {
  // Numbers follow the order in which requests were dealt with, which need not be that in which they came.
  const inOrder = exchanges.toSorted((a, b) => a.received - b.received || a.id - b.id);
  return RULES.map((rule) => verdictOf(rule, rule.examine(inOrder)));
}

/** Whether no rule was broken. */
export function passes(verdicts: readonly Verdict[]): boolean {
  return verdicts.every(({ verdict }) => verdict !== 'fail');
}

function verdictOf(rule: Rule, { offences, good }: Examination): Verdict {
  const { id, title, basis, occasion, remedy } = rule;
  const about = { rule: id, title, basis };
  if (offences.length > 0) {
    const shown = offences.slice(0, MOST_SHOWN).map(reported);
    const ids = [...new Set(shown.flatMap(({ exchanges }) => exchanges))].toSorted((a, b) => a - b);
    return {
      ...about,
      verdict: 'fail',
      explanation: explainOffences(offences),
      remedy,
      exchanges: ids,
      offences: shown,
    };
  }
  if (good.length === 0)
    return { ...about, verdict: 'not-seen', explanation: `There was no ${occasion}.`, exchanges: [], offences: [] };
  const ids = good.slice(0, MOST_SHOWN).map((exchange) => exchange.id);
  return {
    ...about,
    verdict: 'pass',
    explanation: `${times(good.length)}, always as it should be.`,
    exchanges: ids,
    offences: [],
  };
}

function times(count: number): string {
  return count === 1 ? 'Seen once' : `Seen ${count} times`;
}

function explainOffences(offences: readonly Offence[]): string {
  const more = offences.length - 1;
  return `${offences[0]!.what}${more === 0 ? '' : ` And ${more} more.`}`;
}

function reported({ exchanges, what }: Offence): ReportedOffence {
  const shown = exchanges.slice(0, MOST_REQUESTS);
  return { exchanges: shown.map(({ id }) => id), requests: shown.map(summaryOf), what };
}
