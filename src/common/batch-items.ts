/** The items of a batch, each of which succeeds or fails by itself (specification section 2.6). */

import { membersOf } from './json.js';

/** The positions, from 0, of the items that failed. @param body a response as parsed; any other value has no items */
export function failedItems(body: unknown): number[] {
  const { results } = membersOf(body);
  if (!Array.isArray(results)) return [];
  return results.flatMap((item, at) => ('error' in membersOf(item) ? [at] : []));
}
