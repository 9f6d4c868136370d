/** The checks of a conformance run by their outcome. */

import type { CheckOutcome, CheckResult, ConformanceReport, OutcomeCounts } from '../../report-types.js';

const OUTCOMES: readonly CheckOutcome[] = ['pass', 'fail', 'skip', 'as-guessed', 'otherwise', 'not-seen'];

/** Counts the checks by outcome. */
export function countOutcomes(checks: readonly CheckResult[]): OutcomeCounts {
  const counts = OUTCOMES.map((outcome) => {
    const { length } = checks.filter((check) => check.outcome === outcome);
    return [outcome, length];
  });

  return Object.fromEntries(counts) as OutcomeCounts;
}

/** The checks with these outcomes, in order. */
export function checksWith({ groups }: ConformanceReport, ...outcomes: readonly CheckOutcome[]): CheckResult[] {
  return groups.flatMap(({ checks }) => checks.filter(({ outcome }) => outcomes.includes(outcome)));
}
