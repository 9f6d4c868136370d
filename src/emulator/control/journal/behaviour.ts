/** What the control plane says of a consumer. */

import type { Strictness } from '../../judge/judge.js';
import type { Verdict } from '../../judge/rule.js';

/** Options of the judge. */
export interface BehaviourOptions extends Strictness {
  /** Whether a sandbox without exchanges passes. Default: false. */
  readonly allowEmpty?: boolean;
}

/** The judge's verdicts on a consumer. */
export interface Behaviour {
  /** The sandbox's ID. */
  readonly sandbox: string;
  /** Number of exchanges that were judged. */
  readonly exchanges: number;
  /**
   * True if there are exchanges and they break no rule, and with `strict` none is suspected either. Without exchanges it is
   * false unless `allowEmpty` is set: what was not seen has not passed.
   */
  readonly passed: boolean;
  readonly verdicts: readonly Verdict[];
}
