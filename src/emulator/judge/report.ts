/** Reports the judge's verdicts: as lines of text, and as a test suite for JUnit XML. */

import { counted } from '../../common/reporting/phrases.js';
import type { TestOutcome, TestSuite } from '../../common/reporting/junit.js';
import { failsConsumer, type Strictness } from './judge.js';
import type { Verdict } from './rule.js';

/** The words for the verdicts in a report. Reports list the verdicts in this order, the most important first. */
const LABELS: Readonly<Record<Verdict['verdict'], string>> = {
  fail: 'FAIL',
  suspected: 'suspected',
  pass: 'pass',
  'not-seen': 'not seen',
};
/** The verdicts in the order of the report. */
const ORDER = Object.keys(LABELS);
/** The width of the longest verdict, so that all rules begin in one column. */
const WIDTH = Math.max(...Object.values(LABELS).map(({ length }) => length));
/** Puts details below the name of the rule, which two blanks separate from the verdict. */
const INDENT = ' '.repeat(WIDTH + 2);

/**
 * A line for each rule, broken ones first, with offences and remedy below, and the totals at the end.
 * @param inTotals the verdicts that the totals count, if the lines show only some of them. Default: the verdicts shown
 */
export function behaviourReport(verdicts: readonly Verdict[], inTotals = verdicts): string {
  const nameWidth = Math.max(0, ...verdicts.map(({ rule }) => rule.length));
  const sorted = verdicts.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
  const lines = sorted.flatMap((verdict) => [
    `${LABELS[verdict.verdict].padEnd(WIDTH)}  ${verdict.rule.padEnd(nameWidth)}  ${verdict.title}`,
    ...detailsOf(verdict).map((line) => `${INDENT}${line}`),
  ]);

  return `${[...lines, '', totalsOf(inTotals)].join('\n')}\n`;
}

/** Offences with their requests, doubt, basis and remedy, one line each. Empty if the rule was not broken. */
export function detailsOf(verdict: Pick<Verdict, 'offences' | 'doubt' | 'basis' | 'remedy'>): string[] {
  const { offences, doubt, basis, remedy } = verdict;
  if (offences.length === 0) return [];

  return [
    ...offences.flatMap(({ what, exchanges, requests }) => [
      what,
      ...exchanges.map((id, at) => `  #${id} ${requests[at] ?? ''}`.trimEnd()),
    ]),
    ...(doubt === undefined ? [] : [`not proven: ${doubt}`]),
    `basis: ${basis}`,
    ...(remedy === undefined ? [] : [`remedy: ${remedy}`]),
  ];
}

/**
 * The verdicts as a test suite: each rule is a test case. Rules that were not seen are skipped test cases. Suspected
 * rules are skipped as well, unless they fail the consumer.
 */
export function behaviourSuite(subject: string, verdicts: readonly Verdict[], strictness: Strictness = {}): TestSuite {
  const cases = verdicts.map((verdict) => ({
    name: verdict.title,
    classname: `behaviour.${verdict.rule}`,
    outcome: outcomeOf(verdict, strictness),
  }));
  return { name: `behaviour of ${subject}`, cases };
}

/** The number of rules by verdict: `16 rules: 4 followed, 0 broken, 1 suspected, 11 not seen`. */
export function totalsOf(verdicts: readonly Verdict[]): string {
  const count = (kind: Verdict['verdict']): number => verdicts.filter(({ verdict }) => verdict === kind).length;
  return `${counted(verdicts.length, 'rule')}: ${count('pass')} followed, ${count('fail')} broken, ${count('suspected')} suspected, ${count('not-seen')} not seen`;
}

/** The verdict as the result of a test, for reports in the form of JUnit. */
function outcomeOf(verdict: Verdict, strictness: Strictness): TestOutcome {
  const { explanation: message, doubt } = verdict;
  if (failsConsumer(verdict, strictness)) return { kind: 'failed', message, text: detailsOf(verdict).join('\n') };
  if (verdict.verdict === 'pass') return { kind: 'passed' };
  if (verdict.verdict === 'not-seen') return { kind: 'skipped', message };

  return { kind: 'skipped', message: `Suspected: ${message} Not proven: ${doubt ?? ''}`.trimEnd() };
}
