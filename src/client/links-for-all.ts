/** Verification links for more credentials than one batch takes. */

import type { CallOptions } from './call-options.js';
import { InvalidArgumentError } from './errors/invalid-argument-error.js';
import type {
  BatchGenerateVerificationLinkResponse,
  BatchResultItem,
  GenerateVerificationLinkResponse,
  GenerateVerificationLinksBatchOptions,
} from './types.js';

/** Specification section 8. */
export const MOST_ITEMS = 100;

export interface GenerateLinksOptions extends CallOptions {
  /** How many batches are under way at a time. Default: 2. */
  readonly concurrency?: number | undefined;
}

/** The link for a contract ID, or why there is none; with a `cause` where the whole batch failed, or was not sent after another one had. */
export type LinkResult =
  | { contractId: string; result: GenerateVerificationLinkResponse; error?: undefined }
  | { contractId: string; error: { message: string; cause?: unknown }; result?: undefined };

type Generate = (
  batch: GenerateVerificationLinksBatchOptions,
  call: CallOptions,
) => Promise<BatchGenerateVerificationLinkResponse>;

/**
 * One result for each contract ID, in their order. After a batch has failed as a whole no other one is started, and
 * what has been made is kept: the contract IDs without a link have the failure as their error.
 * @throws the failure, where no batch succeeded, or where the signal ended it
 */
export async function linksForAll(
  contractIds: readonly string[],
  generate: Generate,
  { concurrency = 2, ...call }: GenerateLinksOptions,
): Promise<LinkResult[]> {
  if (!(concurrency >= 1))
    throw new InvalidArgumentError(`concurrency must be a number from 1 on, not ${String(concurrency)}`);
  const batches = batchesOf(contractIds);
  const results: LinkResult[][] = [];
  const failures: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < batches.length && failures.length === 0) {
      const place = next++;
      const batch = batches[place]!;
      try {
        const answer = await generate({ requests: batch.map((contractId) => ({ contractId })) }, call);
        results[place] = resultsInOrder(batch, answer.results);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, batches.length) }, work));
  const [failure] = failures;
  if (failures.length > 0 && (call.signal?.aborted === true || Object.keys(results).length === 0)) throw failure;
  return batches.flatMap(
    (batch, place) => results[place] ?? batch.map((contractId) => failedItem(contractId, failure)),
  );
}

function batchesOf(contractIds: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(contractIds.length / MOST_ITEMS) }, (_, place) =>
    contractIds.slice(place * MOST_ITEMS, (place + 1) * MOST_ITEMS),
  );
}

/** By contract ID, should the service answer with more, fewer or other items than it was asked for. */
function resultsInOrder(batch: readonly string[], answered: readonly BatchResultItem[]): LinkResult[] {
  if (answered.length === batch.length) return [...answered];
  const byContract = new Map<string, BatchResultItem[]>();
  for (const item of answered) byContract.set(item.contractId, [...(byContract.get(item.contractId) ?? []), item]);
  return batch.map(
    (contractId) =>
      byContract.get(contractId)?.shift() ?? { contractId, error: { message: 'The service gave no result for it.' } },
  );
}

function failedItem(contractId: string, failure: unknown): LinkResult {
  return {
    contractId,
    error: { message: failure instanceof Error ? failure.message : String(failure), cause: failure },
  };
}
