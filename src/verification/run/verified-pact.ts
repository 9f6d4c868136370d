/** A pact that has been verified. */

import type { ContractFinding } from '../compare/contract-finding.js';
import type { PactFile } from '../../pact/pact-file.js';
import type { Trial, TrialResult } from './trial.js';

/** A pact, and what became of its interactions. */
export interface VerifiedPact {
  readonly pact: PactFile;
  readonly trials: readonly Trial[];
  /** By trial ID. */
  readonly results: ReadonlyMap<string, TrialResult>;
  /** By trial ID, for those that failed. */
  readonly remedies: Map<string, readonly string[]>;
  readonly findings: readonly ContractFinding[];
}
