/** The report as test suites, a suite a group. What is otherwise than guessed is skipped: no guess fails a run. */

import type { TestOutcome, TestSuite } from '../../reporting/junit.js';
import type { CheckResult, ConformanceReport } from './conformance-report.js';
import { basisOf } from './conformance-text.js';

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
  const { outcome, why = '' } = check;
  switch (outcome) {
    case 'pass':
    case 'as-guessed':
      return { kind: 'passed' };
    case 'fail':
      return { kind: 'failed', message: why, text: [`basis: ${basisOf(check)}`, ...check.requests].join('\n') };
    case 'otherwise':
      return { kind: 'skipped', message: `otherwise than guessed: ${why}` };
    case 'skip':
    case 'not-seen':
      return { kind: 'skipped', message: why };
  }
}
