/** Renders the report: as text for people, with the evidence and the checks that did not pass, and as suites for CI. */

import { counted } from '../../../common/reporting/phrases.js';
import type { TestOutcome, TestSuite } from '../../../common/reporting/junit.js';
import { evidenceText, section } from '../../evidence/evidence-text.js';
import { checksWith } from './conformance-report.js';
import type { CheckResult, ConformanceReport } from '../../report-types.js';

/** The report as text. @param withAll whether every check has a line. Default: only those that did not pass have one */
export function conformanceText(report: ConformanceReport, withAll = false): string {
  const { host, incomplete, evidence, groups, counts } = report;
  const checks = groups.flatMap((group) => group.checks);
  // Only wrong guesses are shown as evidence: the checks report contradictions, and send wrong requests on purpose.
  const wrongGuesses = new Set(checksWith(report, 'otherwise').map(({ point }) => point));
  const wrong = Object.entries(evidence.points).filter(([id]) => wrongGuesses.has(id));
  const points = Object.fromEntries(wrong);
  const occurring = Object.entries(counts).filter(([, count]) => count > 0);
  const outcomes = occurring.map(([outcome, count]) => `${count} ${outcome}`);

  const parts = [
    withAll ? section('every check', checks.map(lineOf)) : '',
    section('the service differs from what is known', checksWith(report, 'fail').flatMap(detailsOf)),
    section('skipped, or not seen', reasonsOf(checksWith(report, 'skip', 'not-seen'))),
    evidenceText({ ...evidence, points, contradictions: [], client: [] }),
    `${checks.length} checks of ${host}, revision ${evidence.contract.revision}: ${outcomes.join(', ')}\n`,
    incomplete === undefined ? '' : `the run is incomplete: ${incomplete}\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** A check in one line. */
function lineOf({ outcome, id, title, seen }: CheckResult): string {
  const values = seen.length === 0 ? '' : ` [${seen.join(', ')}]`;
  return `${outcome.padEnd(10)}  ${id}  ${title}${values}`;
}

/** What was expected, what was received, the basis, and the requests that repeat the check. */
function detailsOf(check: CheckResult): string[] {
  return [
    `${check.id}: ${check.title}`,
    `  but: ${check.why!}`,
    `  basis: ${basisOf(check)}`,
    ...check.requests.map((request) => `  ${request}`),
  ];
}

/** On what a check is based: a point of the contract, a section of the specification, or both. */
function basisOf({ section: number, point, basis }: CheckResult): string {
  const ofPoint = point && `${point} (${basis})`;
  const ofSection = number && `specification section ${number}`;
  return [ofPoint, ofSection].filter((part) => part !== undefined).join(', ');
}

/** Lists each reason once, with the number of its checks. */
function reasonsOf(checks: readonly CheckResult[]): string[] {
  const counts = new Map<string, number>();
  for (const { why = '' } of checks) counts.set(why, (counts.get(why) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${counted(count, 'check')}: ${reason}`);
}

/** The suites of a run. */
export function conformanceSuites({ groups }: ConformanceReport): TestSuite[] {
  return groups.map(({ name, title, checks }) => ({
    name: title,
    cases: checks.map((check) => ({
      name: check.title,
      classname: `conformance.${name}.${check.id}`,
      outcome: outcomeOf(check),
    })),
  }));
}

/** The outcome of a check as that of a test. A wrong guess is no failure. */
function outcomeOf(check: CheckResult): TestOutcome {
  const { outcome, why = '', requests } = check;
  if (outcome === 'pass' || outcome === 'as-guessed') return { kind: 'passed' };

  if (outcome === 'fail') {
    const lines = [`basis: ${basisOf(check)}`, ...requests];
    return { kind: 'failed', message: why, text: lines.join('\n') };
  }

  const message = outcome === 'otherwise' ? `differs from the guess: ${why}` : why;
  return { kind: 'skipped', message };
}
