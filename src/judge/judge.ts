/** Judges how a consumer behaves, from the exchanges in a journal. */

import { summaryOf, type Exchange } from '../journal/exchange.js';
import type { Examination, Offence, ReportedOffence, Rule, Verdict } from './rule.js';
import { RULES } from './rules.js';

/** How many offences, or exchanges that follow the rule, a verdict shows. */
const MOST_SHOWN = 10;
/** How many requests of an offence a verdict shows. */
const MOST_REQUESTS = 5;

/** A verdict for each rule, in the order of the rules. */
export function judge(exchanges: readonly Exchange[]): Verdict[] {
  // Numbers follow the order in which requests were handled. They may have arrived in another order.
  const inOrder = exchanges.toSorted((a, b) => a.received - b.received || a.id - b.id);
  return RULES.map((rule) => verdictOf(rule, rule.examine(inOrder)));
}

/** Whether no rule was broken. */
export function passes(verdicts: readonly Verdict[]): boolean {
  return verdicts.every(({ verdict }) => verdict !== 'fail');
}

function verdictOf(rule: Rule, { offences, followed }: Examination): Verdict {
  const { id, title, basis, occasion, remedy } = rule;
  const about = { rule: id, title, basis };
  const [first] = offences;
  if (first !== undefined) {
    const shown = offences.slice(0, MOST_SHOWN).map(reported);
    return {
      ...about,
      verdict: 'fail',
      explanation: explainOffences(first, offences.length - 1),
      remedy,
      exchanges: [...new Set(shown.flatMap((offence) => offence.exchanges))].toSorted((a, b) => a - b),
      offences: shown,
    };
  }
  if (followed.length === 0)
    return { ...about, verdict: 'not-seen', explanation: `There was no ${occasion}.`, exchanges: [], offences: [] };
  return {
    ...about,
    verdict: 'pass',
    explanation:
      followed.length === 1 ? 'Followed once, never broken.' : `Followed ${followed.length} times, never broken.`,
    exchanges: followed.slice(0, MOST_SHOWN).map((exchange) => exchange.id),
    offences: [],
  };
}

function explainOffences({ what }: Offence, more: number): string {
  return more === 0 ? what : `${what} And ${more} more.`;
}

function reported({ exchanges, what }: Offence): ReportedOffence {
  const shown = exchanges.slice(0, MOST_REQUESTS);
  return { exchanges: shown.map(({ id }) => id), requests: shown.map(summaryOf), what };
}
