/** The judge's verdicts as a test suite: a rule is a case, one that was not seen is skipped. */

import type { TestOutcome, TestSuite } from '../reporting/junit.js';
import { detailsOf } from './report.js';
import type { Verdict } from './rule.js';

/** The suite of a client or a sandbox. */
export function behaviourSuite(subject: string, verdicts: readonly Verdict[]): TestSuite {
  const cases = verdicts.map((verdict) => ({
    name: verdict.title,
    classname: `behaviour.${verdict.rule}`,
    outcome: outcomeOf(verdict),
  }));
  return { name: `behaviour of ${subject}`, cases };
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
