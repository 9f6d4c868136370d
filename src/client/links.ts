/** Verification links for more credentials than one batch takes. */

import { checkEach, checkTexts, isNumberFrom } from './arguments.js';
import { messageOf } from './response.js';
import type { CallOptions } from './settings.js';
import type {
  BatchGenerateVerificationLinkResponse,
  BatchResultItem,
  GenerateVerificationLinkResponse,
  GenerateVerificationLinksBatchOptions,
} from './types.js';

/** Specification section 8. */
export const MOST_ITEMS = 100;

/** Options of one call for many links. */
export interface GenerateLinksOptions extends CallOptions {
  /** How many batches are sent at the same time. Default: 2. */
  readonly concurrency?: number | undefined;
}

/** The link for a contract ID, or an error. `cause` is set if the whole batch failed, or was not sent because another failed. */
export type LinkResult =
  | { contractId: string; result: GenerateVerificationLinkResponse; error?: undefined }
  | { contractId: string; error: { message: string; cause?: unknown }; result?: undefined };

/**
 * Generates links in batches of 100. After a batch fails as a whole, no further batch starts; links that exist are kept, and
 * the remaining contract IDs get the failure as their error.
 * @returns one result for each contract ID, in order
 * @throws the failure, if no batch succeeded or the caller's signal was aborted
 */
export async function linksForAll(
  contractIds: readonly string[],
  generate: (
    batch: GenerateVerificationLinksBatchOptions,
    call: CallOptions,
  ) => Promise<BatchGenerateVerificationLinkResponse>,
  { concurrency = 2, ...call }: GenerateLinksOptions,
): Promise<LinkResult[]> {
  checkTexts('contractIds', contractIds);
  checkEach({ concurrency }, isNumberFrom(1), 'a number from 1 on');
  const batches = Array.from({ length: Math.ceil(contractIds.length / MOST_ITEMS) }, (_, place) =>
    contractIds.slice(place * MOST_ITEMS, (place + 1) * MOST_ITEMS),
  );
  const results: LinkResult[][] = [];
  const failures: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < batches.length && failures.length === 0) {
      const place = next++;
      const batch = batches[place]!;
      try {
        const response = await generate({ requests: batch.map((contractId) => ({ contractId })) }, call);
        results[place] = resultsInOrder(batch, response.results);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, batches.length) }, work));
  const [failure] = failures;
  if (failures.length > 0 && (call.signal?.aborted === true || Object.keys(results).length === 0)) throw failure;
  return batches.flatMap<LinkResult>(
    (batch, place) =>
      results[place] ??
      batch.map((contractId) => ({ contractId, error: { message: messageOf(failure), cause: failure } })),
  );
}

/**
 * Matches by contract ID: the specification promises no order. A contract ID that was requested twice gets the results one
 * after the other, or the only one twice.
 */
function resultsInOrder(batch: readonly string[], returned: readonly BatchResultItem[]): LinkResult[] {
  const byContract = new Map<string, BatchResultItem[]>();
  for (const item of returned.filter(Boolean))
    byContract.set(item.contractId, [...(byContract.get(item.contractId) ?? []), item]);
  return batch.map((contractId) => {
    const own = byContract.get(contractId) ?? [];
    const item = own.length > 1 ? own.shift() : own[0];
    return item?.result || item?.error
      ? item
      : { contractId, error: { message: 'The service returned no result for this contract ID.' } };
  });
}
