/** A check: one thing that is true of the service, or that we guess to be so. */

import type { FidelityPoint } from '../contract/fidelity/point.js';
import type { Finding } from './finding.js';
import type { Service } from './service.js';

/**
 * What a check cannot do without. `write`: that links and data requests may be made. `named-party`: a party that whoever
 * runs the suite has named, because it will be asked for credentials. `alias`: one that somebody has, because no list shows
 * any. `expired-token`, `expired-link`: one that has had its time.
 */
export type Need = 'write' | 'named-party' | 'alias' | 'expired-token' | 'expired-link';

interface CheckBody {
  /** Stays: reports and evidence name it. `paging.getUsers.no-gap`. */
  readonly id: string;
  /** What is so where the service keeps to it, as a sentence without a full stop. */
  readonly title: string;
  /** The revision of the service that brings what it looks at; a run of an earlier one skips it. Default: the specification. */
  readonly since?: string;
  /** Default: nothing. */
  readonly needs?: readonly Need[];
  /** Asks the service, and says what is so. Throws what {@link Service.ask} throws, and {@link UnexpectedAnswer}. */
  run(service: Service): Promise<Finding>;
}

interface OnSection {
  /** The section of the specification that states it. */
  readonly section: string;
}

interface OnPoint {
  /** The ID of the point of the contract that it stands on, as `id-emulator fidelity` lists it. */
  readonly point: string;
  /** Whether to treat the point as a guess in any case: where only an early version of the public client has shown it, or the check asks for more than was shown. */
  readonly isTentative?: boolean;
}

/** What a check stands on. */
export type Ground = OnSection | OnPoint;

/** One check, and what it stands on. */
export type Check = CheckBody & Ground;

/** Checks that belong together, in the order in which they are run. */
export interface CheckGroup {
  /** In kebab-case; the checks' IDs begin with it. */
  readonly name: string;
  readonly title: string;
  readonly checks: readonly Check[];
}

/** Whether the check fails the run where the service does otherwise; else it only observes. */
export function isFirm(check: Check, point: FidelityPoint | undefined): boolean {
  if (point === undefined) return true;
  return (
    (point.basis === 'specified' || point.basis === 'public-client') && !('isTentative' in check && check.isTentative)
  );
}
