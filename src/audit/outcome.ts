/** How each entry of a plan ended. */

import type { Observation } from './classify/observation.js';
import type { PlanEntry } from './plan/plan.js';

/** How an entry of a plan ended: by an observation, or by a reason not to try it. */
export interface Outcome {
  readonly entry: PlanEntry;
  readonly observation?: Observation;
  /** Whether two runs of its own have shown a wrong reaction, the second with the printed command. */
  readonly isConfirmed?: true;
  readonly reason?: string;
  /** An observation of another call, which counts for this one, too. */
  readonly like?: Observation;
  /** Whether the audit ended before its turn. */
  readonly isUntried?: true;
  /** Whether a second run has shown another reaction. */
  readonly isUnsteady?: true;
}

/** An entry and the observation that has decided it. */
export type DecidedEntry = Required<Pick<Outcome, 'entry' | 'observation'>>;
