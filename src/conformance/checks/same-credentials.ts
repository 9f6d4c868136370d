/** Whether two answers show the same credentials. */

import { found, type Finding } from '../finding.js';
import type { Json } from '../read-answer.js';

/** Both hold the same credentials, in whatever order. */
export function sameCredentials(some: readonly Json[], others: readonly Json[], why: string): Finding {
  const ids = (credentials: readonly Json[]): string =>
    JSON.stringify(credentials.map(({ contractId }) => String(contractId)).sort());
  return found(ids(some) === ids(others), why);
}
