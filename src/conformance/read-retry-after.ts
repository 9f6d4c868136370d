/** How long a 429 asks the suite to wait. */

import { parseRetryAfter } from '../contract/retry-after.js';

/** The wait if the response does not give one. */
const DEFAULT_WAIT = 1_000;

/** The wait in milliseconds. A date counts from the `Date` of the response: the clocks of the two machines may differ. */
export function readRetryAfter(headers: Readonly<Record<string, string>>): number {
  const date = Date.parse(headers['date'] ?? '');
  return parseRetryAfter(headers['retry-after'], Number.isNaN(date) ? undefined : date) ?? DEFAULT_WAIT;
}
