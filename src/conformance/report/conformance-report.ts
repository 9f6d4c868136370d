/** What became of a run. Nothing in it tells a secret or anything of a person. */

import type { Basis } from '../../contract/fidelity/point.js';

/**
 * Of what is known of the service: `pass`, `fail`, or `skip` where it could not be tried. Of guesses: `as-guessed`,
 * `otherwise`, or `not-seen`; they never fail a run.
 */
export const OUTCOMES = ['pass', 'fail', 'skip', 'as-guessed', 'otherwise', 'not-seen'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface CheckResult {
  readonly id: string;
  readonly group: string;
  /** What is so where the service keeps to it. */
  readonly title: string;
  readonly outcome: Outcome;
  /** Of the specification; absent where none speaks of it. */
  readonly section?: string;
  /** The point of the contract that it stands on; absent where that is the section itself. */
  readonly point?: string;
  /** What that rests on. */
  readonly basis: Basis;
  /** Why it is not so, or could not be seen. */
  readonly why?: string;
  /** What was observed: words of enumerations, statuses, forms. */
  readonly seen: readonly string[];
  /** The requests that were looked at, ten different ones at most: `GET /institutions/me/users?limit=0 answered 200`. */
  readonly requests: readonly string[];
  /** How many answers were looked at. */
  readonly looked: number;
  /** By the service's own clock, ISO 8601: the first and the last of them; absent where no answer had a date. */
  readonly from?: string;
  readonly to?: string;
}

export interface GroupResult {
  readonly name: string;
  readonly title: string;
  readonly checks: readonly CheckResult[];
}

/** How many checks have come out how. */
export type OutcomeCounts = Readonly<Record<Outcome, number>>;

export interface ConformanceReport {
  /** Of `{base_url}`, with its port. */
  readonly host: string;
  readonly contract: { readonly revision: string; readonly version: string; readonly sha256: string };
  /** Whether the answers say that it is an emulator, which proves nothing about the service. */
  readonly isEmulator: boolean;
  /** How many were sent, repeated ones included. */
  readonly requests: number;
  /** Why the run ended before all was tried; absent where it did not. */
  readonly incomplete?: string;
  readonly counts: OutcomeCounts;
  readonly groups: readonly GroupResult[];
}

/** How many checks have come out how. */
export function countOutcomes(checks: readonly Pick<CheckResult, 'outcome'>[]): OutcomeCounts {
  return Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, checks.filter((check) => check.outcome === outcome).length]),
  ) as Record<Outcome, number>;
}

/** The checks that have come out so, in their order. */
export function checksWith({ groups }: ConformanceReport, ...outcomes: readonly Outcome[]): CheckResult[] {
  return groups.flatMap(({ checks }) => checks.filter(({ outcome }) => outcomes.includes(outcome)));
}
