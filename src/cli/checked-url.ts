/** Addresses on the command line. */

import { withoutUser } from '../proxy/proxy-options.js';
import { UsageError } from './usage-error.js';

/**
 * The address that a flag gives.
 * @param example one as it should be, for the message
 * @throws UsageError where it is none
 */
export function checkedUrl(flag: string, url: string, example: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`${flag}: expected an address such as ${example}, found ${JSON.stringify(withoutUser(url))}`);
}
