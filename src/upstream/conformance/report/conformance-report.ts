/** The result of a conformance run. It contains no secrets and no personal data. */

import type { Basis } from '../../../contract/fidelity/point.js';
import type { Evidence } from '../../evidence/evidence.js';

/**
 * The outcome of a check. Checks of known behaviour end with `pass`, `fail` or `skip` (could not run). Checks of
 * guesses end with `as-guessed`, `otherwise` or `not-seen`, and never fail a run.
 */
const OUTCOMES = ['pass', 'fail', 'skip', 'as-guessed', 'otherwise', 'not-seen'] as const;
export type CheckOutcome = (typeof OUTCOMES)[number];

export interface CheckResult {
  readonly id: string;
  /** The behaviour that the check expects. */
  readonly title: string;
  readonly outcome: CheckOutcome;
  /** Section of the specification; absent if none describes the behaviour. */
  readonly section?: string;
  /** ID of the point of the contract that the check is based on; absent if it is based on the section itself. */
  readonly point?: string;
  /** The basis of that point. */
  readonly basis: Basis;
  /** Why the check failed, or observed nothing. */
  readonly why?: string;
  /** What all responses of the run have shown of the point: values of enumerations, statuses, forms. */
  readonly seen: readonly string[];
  /** The different requests of the check: `GET /institutions/me/users?limit=0 returned 200`. */
  readonly requests: readonly string[];
}

/** Number of checks by outcome. */
export type OutcomeCounts = Readonly<Record<CheckOutcome, number>>;

export interface ConformanceReport {
  /** Host and port of `{base_url}`. */
  readonly host: string;
  /** Why the run ended early; absent if it is complete. */
  readonly incomplete?: string;
  readonly counts: OutcomeCounts;
  readonly groups: readonly {
    readonly name: string;
    readonly title: string;
    readonly checks: readonly CheckResult[];
  }[];
  /** What all responses of the run say about the points of the contract. */
  readonly evidence: Evidence;
}

/** Counts the checks by outcome. */
export function countOutcomes(checks: readonly CheckResult[]): OutcomeCounts {
  return Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, checks.filter((check) => check.outcome === outcome).length]),
  ) as Record<CheckOutcome, number>;
}

/** The checks with these outcomes, in order. */
export function checksWith({ groups }: ConformanceReport, ...outcomes: readonly CheckOutcome[]): CheckResult[] {
  return groups.flatMap(({ checks }) => checks.filter(({ outcome }) => outcomes.includes(outcome)));
}
