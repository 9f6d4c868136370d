/** Reports the judge's verdicts: as lines of text, and as a test suite for JUnit XML. */

import type { TestOutcome, TestSuite } from '../reporting/junit.js';
import type { ReportedOffence, Verdict } from './rule.js';

const LABELS: Readonly<Record<Verdict['verdict'], string>> = { pass: 'pass', fail: 'FAIL', 'not-seen': 'not seen' };
const WIDTH = Math.max(...Object.values(LABELS).map(({ length }) => length));
const INDENT = ' '.repeat(WIDTH + 2);

/** A line for each rule, below a broken rule its offences and the remedy, and the totals at the end. */
export function behaviourReport(verdicts: readonly Verdict[]): string {
  const nameWidth = Math.max(0, ...verdicts.map(({ rule }) => rule.length));
  const lines = verdicts.flatMap((verdict) => [
    lineOf(verdict, nameWidth),
    ...detailsOf(verdict).map((line) => `${INDENT}${line}`),
  ]);
  return `${[...lines, '', totalsOf(verdicts)].join('\n')}\n`;
}

/** The offences with their requests, the basis and the remedy, a line each; empty if the rule was not broken. */
export function detailsOf({ offences, basis, remedy }: Verdict): string[] {
  if (offences.length === 0) return [];
  return [...offences.flatMap(offenceLines), `basis: ${basis}`, ...(remedy === undefined ? [] : [`remedy: ${remedy}`])];
}

/** The verdicts as a test suite: each rule is a test case, and a rule that was not seen is skipped. */
export function behaviourSuite(subject: string, verdicts: readonly Verdict[]): TestSuite {
  const cases = verdicts.map((verdict) => ({
    name: verdict.title,
    classname: `behaviour.${verdict.rule}`,
    outcome: outcomeOf(verdict),
  }));
  return { name: `behaviour of ${subject}`, cases };
}

function lineOf({ verdict, rule, title }: Verdict, nameWidth: number): string {
  return `${LABELS[verdict].padEnd(WIDTH)}  ${rule.padEnd(nameWidth)}  ${title}`;
}

function offenceLines({ what, exchanges, requests }: ReportedOffence): string[] {
  return [what, ...exchanges.map((id, at) => `  #${id} ${requests[at] ?? ''}`.trimEnd())];
}

function totalsOf(verdicts: readonly Verdict[]): string {
  const count = (kind: Verdict['verdict']): number => verdicts.filter(({ verdict }) => verdict === kind).length;
  return `${verdicts.length} rules: ${count('pass')} followed, ${count('fail')} broken, ${count('not-seen')} not seen`;
}

function outcomeOf(verdict: Verdict): TestOutcome {
  switch (verdict.verdict) {
    case 'pass':
      return { kind: 'passed' };
    case 'fail':
      return { kind: 'failed', message: verdict.explanation, text: detailsOf(verdict).join('\n') };
    case 'not-seen':
      return { kind: 'skipped', message: verdict.explanation };
  }
}
