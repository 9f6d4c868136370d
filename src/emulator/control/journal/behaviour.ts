/** What the control plane says of a consumer. */

import type { Strictness } from '../../judge/judge.js';
import type { Schemas } from '../documents.js';

/** Options of the judge. */
export interface BehaviourOptions extends Strictness {
  /** Whether a sandbox without exchanges passes. Default: false. */
  readonly allowEmpty?: boolean;
}

/** The judge's verdicts on a consumer. */
export type Behaviour = Schemas['Behaviour'];
