/** Renders the report for people: a table by group, followed by details of the checks that did not pass. */

import { SPECIFICATION } from '../../../contract/contract.js';
import type { TestOutcome, TestSuite } from '../../../common/reporting/junit.js';
import type { CheckResult, ConformanceReport, CheckOutcome } from './conformance-report.js';
import { checksWith, countOutcomes, OUTCOMES } from './conformance-report.js';

const WORDS: Readonly<Record<CheckOutcome, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  skip: 'skip',
  'as-guessed': 'as guessed',
  otherwise: 'otherwise',
  'not-seen': 'not seen',
};

/** The report as lines of text. @param withAll whether every check has a line, not only those that did not pass */
export function conformanceText(report: ConformanceReport, withAll = false): string {
  const { host, requests, isEmulator, incomplete, contract } = report;
  const revision = contract.revision === SPECIFICATION ? '' : ` of revision ${contract.revision}`;
  const emulator = isEmulator ? ', which is an emulator: its behaviour proves nothing about the service' : '';
  const checks = report.groups.flatMap((group) => group.checks);
  return [
    table(report),
    ...(withAll ? [section('every check', checks.map(lineOf))] : []),
    section('the service differs from what is known', checksWith(report, 'fail').flatMap(detailsOf)),
    section(
      'the service differs from a guess; this does not fail the run',
      checksWith(report, 'otherwise').flatMap(detailsOf),
    ),
    section('skipped, or not observed', reasonsOf(checksWith(report, 'skip', 'not-seen'))),
    `${checks.length} checks and ${requests} requests${revision} against ${host}${emulator}\n`,
    ...(incomplete === undefined ? [] : [`the run is incomplete: ${incomplete}\n`]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function table({ groups, counts }: ConformanceReport): string {
  const width = Math.max(...groups.map(({ title }) => title.length));
  const row = (title: string, cells: readonly string[]): string =>
    `${title.padEnd(width)}  ${cells.map((cell, at) => cell.padStart(WORDS[OUTCOMES[at]!].length)).join('  ')}\n`;
  const cellsOf = (of: Readonly<Record<CheckOutcome, number>>): string[] =>
    OUTCOMES.map((outcome) => (of[outcome] === 0 ? '-' : String(of[outcome])));
  const words = OUTCOMES.map((outcome) => WORDS[outcome]);
  return [
    row('', words),
    ...groups.map(({ title, checks }) => row(title, cellsOf(countOutcomes(checks)))),
    row('all', cellsOf(counts)),
  ].join('');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function lineOf({ outcome, id, title, seen }: CheckResult): string {
  return `${WORDS[outcome].padEnd(10)}  ${id}  ${title}${seen.length === 0 ? '' : ` [${seen.join(', ')}]`}`;
}

/** What was expected, what was received, the basis, and the requests to repeat it. */
function detailsOf(check: CheckResult): string[] {
  return [
    `${check.id}: ${check.title}`,
    ...(check.why === undefined || check.why === '' ? [] : [`  but: ${check.why}`]),
    `  basis: ${basisOf(check)}`,
    ...check.requests.map((request) => `  ${request}`),
  ];
}

/** The basis of a check as text. */
export function basisOf({ section: number, point, basis }: CheckResult): string {
  const parts = [
    ...(point === undefined ? [] : [`${point} (${basis})`]),
    ...(number === undefined ? [] : [`specification section ${number}`]),
  ];
  return parts.join(', ');
}

/** Lists each reason once, with the number of its checks. */
function reasonsOf(checks: readonly CheckResult[]): string[] {
  return [...new Set(checks.map(({ why = '' }) => why))].map((reason) => {
    const { length } = checks.filter(({ why = '' }) => why === reason);
    return `${length === 1 ? '1 check' : `${length} checks`}: ${reason}`;
  });
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

function outcomeOf(check: CheckResult): TestOutcome {
  const { outcome, why = '', requests } = check;
  if (outcome === 'pass' || outcome === 'as-guessed') return { kind: 'passed' };
  if (outcome === 'fail')
    return { kind: 'failed', message: why, text: [`basis: ${basisOf(check)}`, ...requests].join('\n') };
  return { kind: 'skipped', message: outcome === 'otherwise' ? `differs from the guess: ${why}` : why };
}
