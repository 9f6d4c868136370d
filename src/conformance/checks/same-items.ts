/** Compares the items of lists: by party, or by credential. */

import type { OperationId } from '../../contract/operation.js';
import { type Observation, holdsIf } from '../check.js';
import type { RequestOptions } from '../exchange.js';
import { type Json, pageIn } from '../read-response.js';
import type { Service } from '../service.js';

/** The party of each item of the first page, in its order. */
export async function listedParties(
  service: Service,
  operation: OperationId,
  query: NonNullable<RequestOptions['query']>,
): Promise<readonly string[]> {
  return pageIn(await service.request(operation, { query })).items.map(partyOf);
}

/** The party of an item. */
export function partyOf({ partyId }: Json): string {
  return String(partyId);
}

/** Holds if every wanted party is in the list. */
export function holdsAll(parties: readonly string[], wanted: readonly string[]): Observation {
  const missing = wanted.filter((party) => !parties.includes(party));
  return holdsIf(missing.length === 0, `${missing.length} of ${wanted.length} parties are missing`);
}

/** Holds if the list has only the wanted parties. */
export function holdsOnly(parties: readonly string[], wanted: readonly string[]): Observation {
  const others = parties.filter((party) => !wanted.includes(party));
  return holdsIf(others.length === 0, `${others.length} items of other parties were returned`);
}

/** Holds if both lists are equal. */
export function sameParties(some: readonly string[], others: readonly string[], why: string): Observation {
  return holdsIf(JSON.stringify(some) === JSON.stringify(others), why);
}

/** Holds if both lists have the same credentials, in any order. */
export function sameCredentials(some: readonly Json[], others: readonly Json[], why: string): Observation {
  const ids = (credentials: readonly Json[]): string =>
    JSON.stringify(credentials.map(({ contractId }) => String(contractId)).sort());
  return holdsIf(ids(some) === ids(others), why);
}
