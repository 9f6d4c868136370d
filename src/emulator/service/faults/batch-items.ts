/** Fails items of a batch of links. The other items stay as they are. */

import { hashText, shuffledIndexes } from '../../domain/time/random.js';
import type { BatchItemsFault } from '../../scenarios/fault.js';
import { contractIdsOf, withFailedItems } from '../operations/generate-verification-links-batch.js';
import type { FaultPerformer } from './fault-performer.js';

export const performBatchItems: FaultPerformer<'batch-items'> = (fault, { exchange }, next) => {
  const response = next();
  if (response.status >= 400) return response;
  const failing = failingIndexes(fault, contractIdsOf(response.body), exchange.sandbox.seed);
  return { ...response, body: withFailedItems(response.body, failing, fault.message) };
};

function failingIndexes(
  { indexes, contracts, share = 0 }: BatchItemsFault,
  items: readonly string[],
  seed: number,
): ReadonlySet<number> {
  if (indexes === undefined && contracts === undefined) return drawnIndexes(items, share, seed);
  const named = items.flatMap((item, index) => (contracts?.includes(item) ? [index] : []));
  return new Set([...(indexes ?? []), ...named]);
}

/** A share of the items, at least one unless the share is 0. The same batch always fails at the same places. */
function drawnIndexes(items: readonly string[], share: number, seed: number): ReadonlySet<number> {
  const count = share === 0 ? 0 : Math.max(1, Math.round(share * items.length));
  return new Set(shuffledIndexes(items.length, seed, hashText(items.join(' '))).slice(0, count));
}
