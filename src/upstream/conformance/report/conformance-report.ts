/** The checks of a conformance run by their outcome. */

import type { CheckOutcome, CheckResult, ConformanceReport, OutcomeCounts } from '../../report-types.js';

/** The outcomes in the order of the report. */
const OUTCOMES: readonly CheckOutcome[] = ['pass', 'fail', 'skip', 'as-guessed', 'otherwise', 'not-seen'];

/** Counts the checks by outcome. */
export function countOutcomes(checks: readonly CheckResult[]): OutcomeCounts {
  const countOf = (outcome: CheckOutcome): number => checks.filter((check) => check.outcome === outcome).length;
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countOf(outcome)])) as OutcomeCounts;
}

/** The checks with these outcomes, in order. */
export function checksWith({ groups }: ConformanceReport, ...outcomes: readonly CheckOutcome[]): CheckResult[] {
  return groups.flatMap(({ checks }) => checks.filter(({ outcome }) => outcomes.includes(outcome)));
}
