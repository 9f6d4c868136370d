/** Verification links for more credentials than one batch takes. */

import { checkTexts } from './arguments.js';
import type { Endpoints, LinkResult } from './connection.js';
import type { CallOptions } from './settings/call-options.js';
import type * as Types from './contract-types.js';

/** The most items of a batch (specification section 8). */
const MOST_ITEMS = 100;
/**
 * Generates links in batches of 100, one after the other. Returns one result for each contract ID, in order. If a whole
 * batch fails, its contract IDs and all later contract IDs get the failure. The failure is thrown instead if the first
 * batch fails, or if the signal was aborted.
 */
export async function linksForAll(
  contractIds: readonly string[],
  connection: Pick<Endpoints, 'generateVerificationLinksBatch'>,
  call: CallOptions | undefined,
): Promise<LinkResult[]> {
  checkTexts('contractIds', contractIds);
  const links: LinkResult[] = [];
  while (links.length < contractIds.length) {
    const batch = contractIds.slice(links.length, links.length + MOST_ITEMS);
    try {
      const requests = batch.map((contractId) => ({ contractId }));
      const { results } = await connection.generateVerificationLinksBatch({ requests }, call);
      links.push(...resultsInOrder(batch, results));
    } catch (cause) {
      // Before the first success there is nothing to keep, and a caller who has aborted wants no result.
      if (call?.signal?.aborted || links.length === 0) throw cause;
      // The links that earlier batches have made are kept.
      const error = { message: (cause as Error).message, cause };
      return contractIds.map((contractId, place) => links[place] ?? { contractId, error });
    }
  }

  return links;
}

/**
 * Matches results by contract ID, because the service promises no order. A contract ID that was requested several times
 * gets its results in turn. If it has fewer results than requests, it gets its last result again.
 */
function resultsInOrder(batch: readonly string[], returned: readonly Types.BatchResultItem[]): LinkResult[] {
  const unmatched = [...returned];
  return batch.map((contractId) => {
    const [item, ...later] = unmatched.filter((result) => result.contractId === contractId);
    // The last result of a contract ID stays: the ID may follow again.
    if (item && later.length > 0) unmatched.splice(unmatched.indexOf(item), 1);
    if (item?.result || item?.error) return item;

    return { contractId, error: { message: 'the service returned no result' } };
  });
}
