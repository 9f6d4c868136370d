import type { Observation } from '../classify/classify.js';
import type { PlanEntry } from '../plan/plan.js';

/** How an entry of a plan ended: by an observation, or by a reason not to try it. */
export interface Outcome {
  readonly entry: PlanEntry;
  readonly observation?: Observation;
  /** Whether it is a wrong reaction that two runs of its own have shown, the second one by the observed command. */
  readonly isConfirmed?: true;
  readonly reason?: string;
  /** An observation of another call, which counts for this one, too. */
  readonly like?: Observation;
  /** Whether the audit ended before its turn. */
  readonly isUntried?: true;
  /** Whether a second run has shown another reaction. */
  readonly isUnsteady?: true;
}
