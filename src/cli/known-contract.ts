/** The contract that `--revision` names. */

import type { Contract } from '../contract/contract.js';
import { contractOf } from '../shipped.js';
import { UsageError } from './usage-error.js';

/** @throws UsageError where there is no such revision */
export function knownContract(revision: string | undefined): Contract {
  try {
    return contractOf(revision);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--revision: ${error.message}`) : error;
  }
}
