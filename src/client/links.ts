/** Verification links for more credentials than one batch takes. */

import { checkNumbers, checkTexts } from './arguments.js';
import { MOST_ITEMS } from './endpoints.js';
import { messageOf } from './response.js';
import type { CallOptions } from './settings.js';
import type {
  BatchGenerateVerificationLinkResponse,
  BatchResultItem,
  GenerateVerificationLinkResponse,
  GenerateVerificationLinksBatchOptions,
} from './types.js';

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
  checkNumbers({ concurrency }, 1);
  const results: LinkResult[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < contractIds.length && failures.length === 0) {
      const start = next;
      const batch = contractIds.slice(start, (next += MOST_ITEMS));
      try {
        const response = await generate({ requests: batch.map((contractId) => ({ contractId })) }, call);
        resultsInOrder(batch, response.results).forEach((result, place) => (results[start + place] = result));
      } catch (cause) {
        failures.push(cause);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, contractIds.length) }, work));
  if (failures.length > 0 && (call.signal?.aborted === true || results.length === 0)) throw failures[0];
  const [cause] = failures;
  return contractIds.map(
    (contractId, place) => results[place] ?? { contractId, error: { message: messageOf(cause), cause } },
  );
}

/**
 * Matches by contract ID: the specification promises no order. A contract ID that was requested twice gets the results one
 * after the other, or the only one twice.
 */
function resultsInOrder(batch: readonly string[], returned: readonly BatchResultItem[]): LinkResult[] {
  const rest = returned.filter(Boolean);
  return batch.map((contractId) => {
    const [item, ...others] = rest.filter((result) => result.contractId === contractId);
    if (item && others.length > 0) rest.splice(rest.indexOf(item), 1);
    return item?.result || item?.error
      ? item
      : { contractId, error: { message: 'The service returned no result for this contract ID.' } };
  });
}
