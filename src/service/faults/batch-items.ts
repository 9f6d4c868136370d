/** Fails items of a batch of links, and leaves the others as they are. */

import { hashText, shuffledIndexes } from '../../domain/time/random.js';
import type { BatchItemsFault } from '../../scenarios/fault.js';
import type { FaultPerformer } from './fault-performer.js';
import type { BatchResultItem } from '../operations/generate-verification-links-batch.js';

export const performBatchItems: FaultPerformer<BatchItemsFault> = (fault, { caller: { sandbox } }, next) => {
  const answer = next();
  if (answer.status >= 400) return answer;
  const { results } = answer.body as { results: readonly BatchResultItem[] };
  const failing = failingIndexes(fault, results, sandbox.seed);
  const failed = results.map((item, index) =>
    failing.has(index) ? { contractId: item.contractId, error: { message: fault.message } } : item,
  );
  return { ...answer, body: { results: failed } };
};

function failingIndexes(
  fault: BatchItemsFault,
  results: readonly BatchResultItem[],
  seed: number,
): ReadonlySet<number> {
  const { indexes, contracts, share = 0 } = fault;
  if (indexes === undefined && contracts === undefined) return drawnIndexes(results, share, seed);
  const named = results.flatMap(({ contractId }, index) => (contracts?.includes(contractId) ? [index] : []));
  return new Set([...(indexes ?? []), ...named]);
}

/** A share of the items, one at least unless the share is 0; the same batch always fails in the same places. */
function drawnIndexes(results: readonly BatchResultItem[], share: number, seed: number): ReadonlySet<number> {
  const count = share === 0 ? 0 : Math.max(1, Math.round(share * results.length));
  const batch = hashText(results.map(({ contractId }) => contractId).join(' '));
  return new Set(shuffledIndexes(results.length, seed, batch).slice(0, count));
}
