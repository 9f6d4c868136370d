/** How each entry of a plan ended. */

import type { Observation } from './classify/observation.js';
import type { PlanEntry } from './plan/plan.js';

/** How an entry of a plan ended: by an observation, or by a reason not to try the entry. */
export interface Outcome {
  readonly entry: PlanEntry;
  readonly observation?: Observation;
  /** Whether two separate runs have shown the same wrong reaction, the second run with the printed command. */
  readonly isConfirmed?: true;
  /** Why the entry was not tried, or has no observation, as a part of a sentence. */
  readonly reason?: string;
  /** The observation of another call, if that observation decides this entry, too. */
  readonly inferred?: Observation;
  /** Whether the audit ended before the entry was tried. */
  readonly isUntried?: true;
  /** Whether a second run has shown another reaction. */
  readonly isUnsteady?: true;
}

/** An entry and the observation that has decided it. */
export type DecidedEntry = Required<Pick<Outcome, 'entry' | 'observation'>>;

/** The observation that decides an entry: its own, or that of another entry. */
export function decidingObservation({ observation, inferred }: Outcome): Observation | undefined {
  return observation ?? inferred;
}
