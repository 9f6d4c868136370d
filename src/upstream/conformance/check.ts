/** A check: one statement about the service, known or guessed, and what the check observed of it. */

import type { FidelityPoint } from '../../contract/fidelity/point.js';
import type { Need } from './checks/inputs.js';
import type { Service } from './service.js';

interface CheckBody {
  /** Stable, because reports and evidence contain it: `paging.getUsers.no-gap`. */
  readonly id: string;
  /** The statement, a sentence without a full stop. */
  readonly title: string;
  /** The revision that adds the behaviour; a run of an earlier one skips the check. Default: the specification. */
  readonly since?: string;
  /** Default: nothing. */
  readonly needs?: readonly Need[];
  /**
   * Sends requests and returns what it observed.
   * @throws UnexpectedResponseError, NothingToCheckError, and what {@link Service.request} throws
   */
  run(service: Service): Observation | Promise<Observation>;
}

/** What a check is based on: a section of the specification that states it, or a point of the contract. */
export type CheckBasis =
  | { readonly section: string }
  | {
      /** The ID, as `id-emulator fidelity` lists it. */
      readonly point: string;
      /**
       * Whether to treat the point as a guess whatever its basis: only an early version of the public client has shown
       * the behaviour, or the check requires more than was shown.
       */
      readonly isTentative?: boolean;
    };

/** One check with its basis. */
export type Check = CheckBody & CheckBasis;

/** Checks that belong together, in the order of the run. */
export interface CheckGroup {
  /** In kebab-case; the IDs of its checks start with it. */
  readonly name: string;
  readonly title: string;
  readonly checks: readonly Check[];
}

/** Whether a difference fails the run. Checks of guesses only observe. */
export function isRequirement(check: Check, point: FidelityPoint | undefined): boolean {
  if (point === undefined) return true;
  return (
    (point.basis === 'specified' || point.basis === 'public-client') && !('isTentative' in check && check.isTentative)
  );
}

/**
 * What a check observed. Reports contain it, so it never includes secrets or personal data. `seen` is what was
 * observed, equal observations have equal texts; `why` says what was expected and what was received, or why nothing was
 * observed and how to change that.
 */
export type Observation =
  | { readonly kind: 'holds'; readonly seen: readonly string[] }
  | { readonly kind: 'differs'; readonly seen: readonly string[]; readonly why: string }
  | { readonly kind: 'unseen'; readonly why: string };

/** The service differs from the statement. */
export function differs(why: string, ...seen: readonly string[]): Observation {
  return { kind: 'differs', seen, why };
}

/** Nothing was observed. */
export function unseen(why: string): Observation {
  return { kind: 'unseen', why };
}

/** The statement holds if the condition is true. `seen` was observed in both cases. */
export function holdsIf(condition: boolean, why: string, ...seen: readonly string[]): Observation {
  return condition ? { kind: 'holds', seen } : differs(why, ...seen);
}

/** The statement holds if the list of problems is empty. */
export function holdsUnless(problems: Iterable<string>, ...seen: readonly string[]): Observation {
  const MAX_SHOWN = 5;
  const [...all] = problems;
  const more = all.length > MAX_SHOWN ? [`and ${all.length - MAX_SHOWN} more`] : [];
  return holdsIf(all.length === 0, [...all.slice(0, MAX_SHOWN), ...more].join('; '), ...seen);
}
