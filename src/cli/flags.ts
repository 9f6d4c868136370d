/** Addresses on the command line. */

import type { Contract } from '../contract/contract.js';
import { withoutUser } from '../proxy/proxy-options.js';
import { contractOf } from '../shipped.js';
import { UsageError } from './failure.js';

/**
 * The address that a flag gives.
 * @param example one as it should be, for the message
 * @throws UsageError where it is none
 */
export function checkedUrl(flag: string, url: string, example: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`${flag}: expected an address such as ${example}, found ${JSON.stringify(withoutUser(url))}`);
}

/** @throws UsageError where there is no such revision */
export function knownContract(revision: string | undefined): Contract {
  try {
    return contractOf(revision);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--revision: ${error.message}`) : error;
  }
}
