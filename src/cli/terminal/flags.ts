/** Reads values of flags that several commands share. */

import type { Contract } from '../../contract/contract.js';
import { withoutUser } from '../../upstream/proxy/proxy-options.js';
import { contractOf } from '../../start/shipped.js';
import { UsageError } from './failure.js';

/**
 * The address in a flag.
 * @param example a valid address, for the message
 * @throws UsageError if it is not an HTTP address
 */
export function checkedUrl(flag: string, url: string, example: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`${flag}: expected an address such as ${example}, found ${JSON.stringify(withoutUser(url))}`);
}

/** The TCP port in `--port`. @throws UsageError if it is none */
export function checkedPort(port: string): number {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new UsageError(`--port: expected an integer from 0 to 65535, found ${JSON.stringify(port)}`);
}

/** The contract of a revision. @throws UsageError if there is no such revision */
export function knownContract(revision: string | undefined): Contract {
  try {
    return contractOf(revision);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--revision: ${error.message}`) : error;
  }
}
