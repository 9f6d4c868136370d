/** Makes the verdict on a rule from what the rule found in a journal. */

import { summaryOf } from '../journal/exchange.js';
import type { Examination, Offence, Rule, Verdict } from './rule.js';
import { runsOf } from './series.js';

/** How many series of offences a verdict shows, or how many exchanges that follow the rule. */
const MOST_SHOWN = 10;
/** How many requests of an offence a verdict shows. */
const MOST_REQUESTS = 5;

/** The verdict on a rule that was broken, certainly or perhaps. @param doubt why the offences prove nothing */
export function accusation(
  rule: Rule,
  offences: readonly Offence[],
  verdict: 'fail' | 'suspected',
  doubt?: string,
): Verdict {
  const { id, title, basis, remedy } = rule;
  const series = seriesOf(offences).slice(0, MOST_SHOWN);
  const shown = series.map(({ exchanges, what }) => {
    const listed = exchanges.slice(0, MOST_REQUESTS);
    return { exchanges: listed.map((exchange) => exchange.id), requests: listed.map(summaryOf), what };
  });
  const ids = new Set(shown.flatMap((offence) => offence.exchanges));

  return {
    rule: id,
    title,
    basis,
    verdict,
    ...(doubt !== undefined && { doubt }),
    explanation: withCount(offences),
    remedy,
    exchanges: [...ids].toSorted((a, b) => a - b),
    offences: shown,
  };
}

/**
 * Joins offences: a client that repeats its mistake commits one offence, not one for each request. An example: a client
 * comes back too early after a 429, receives another 429, and comes back too early again.
 */
function seriesOf(offences: readonly Offence[]): Offence[] {
  const series = runsOf(offences, (offence, last) => {
    // The last request of an offence is often the reason for the next offence.
    const reason = offence.exchanges[0]!;
    const before = last.exchanges.at(-1)!;
    return before.operation === reason.operation && before.id >= reason.id;
  });

  return series.map((repeated) => {
    const involved = new Set(repeated.flatMap(({ exchanges }) => exchanges));
    return { exchanges: [...involved].toSorted((a, b) => a.id - b.id), what: withCount(repeated) };
  });
}

/** The sentence of the first offence, and the number of further offences. */
function withCount([first, ...more]: readonly Offence[]): string {
  return more.length === 0 ? first!.what : `${first!.what} And ${more.length} more.`;
}

/**
 * The verdict on a rule without a proven offence: suspected, followed or not seen.
 * @param silence why some exchanges say nothing about the rule; undefined if all exchanges do
 */
export function verdictWithoutProof(rule: Rule, examination: Examination, silence?: string): Verdict {
  const { offences, followed, seenInstead } = examination;
  const { id, title, basis, precondition, doubt } = rule;
  if (offences.length > 0) return accusation(rule, offences, 'suspected', doubt);

  const about = { rule: id, title, basis };
  if (followed.length === 0) {
    const explanation = seenInstead ?? silence ?? `There was no ${precondition}.`;
    return { ...about, verdict: 'not-seen', explanation, exchanges: [], offences: [] };
  }

  const times = followed.length === 1 ? 'once' : `${followed.length} times`;
  return {
    ...about,
    verdict: 'pass',
    explanation: `Followed ${times}, never broken.`,
    exchanges: followed.slice(0, MOST_SHOWN).map((exchange) => exchange.id),
    count: followed.length,
    offences: [],
  };
}
