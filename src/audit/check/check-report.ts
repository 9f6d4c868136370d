/** The report of a check, as text and as JUnit XML. */

import { counted } from '../../common/reporting/phrases.js';
import { junitXml } from '../../common/reporting/junit.js';
import type { CheckReport, CheckedFinding, Evidence } from '../audit-types.js';

/** The report for people: each finding with its verdict and the evidence for it. */
export function checkText({ findings, runs, time }: CheckReport): string {
  const { length: fixedCount } = findings.filter(({ verdict }) => verdict === 'fixed');
  const all = counted(findings.length, 'finding');
  const seconds = (time / 1_000).toFixed(1);

  return [
    ...findings.flatMap((finding) => [`${finding.id}: ${finding.verdict}`, ...linesOf(finding), '']),
    `${fixedCount} of ${all} fixed. ${runs} runs in ${seconds} s.`,
    '',
  ].join('\n');
}

/** A test case for each finding, which fails unless the finding is fixed. */
export function checkJunit({ findings }: CheckReport): string {
  const cases = findings.map((finding) => {
    const { id, what, verdict } = finding;
    const failure = { kind: 'failed', message: verdict, text: linesOf(finding).join('\n') } as const;
    const outcome = verdict === 'fixed' ? ({ kind: 'passed' } as const) : failure;

    return { name: `${id}: ${what}`, classname: 'check', outcome };
  });
  return junitXml([{ name: 'check', cases }]);
}

function linesOf({ what, evidence }: CheckedFinding): string[] {
  return [`   ${what}`, ...evidence.flatMap(evidenceLines)];
}

function evidenceLines({ part, cell, verdict, what, run, repeat }: Evidence): string[] {
  const about = cell === undefined ? part : `${part} ${cell}`;
  // The two runs without a fault have no number of their own here.
  const runs = run === undefined ? 'runs 1 and 2' : `run ${run}`;
  const lines = [`   ${about}: ${verdict}. ${what} (${runs})`];
  if (repeat !== undefined && verdict !== 'fixed') lines.push(`      repeat: ${repeat}`);

  return lines;
}
