/** The parties that a list shows when it is asked for some. */

import type { OperationId } from '../../contract/operation.js';
import type { CallOptions } from '../exchange.js';
import { found, type Finding } from '../finding.js';
import { pageIn, type Json } from '../read-answer.js';
import type { Service } from '../service.js';

/** The party of each item of the first page, in its order. */
export async function listedParties(
  service: Service,
  operation: OperationId,
  query: NonNullable<CallOptions['query']>,
): Promise<readonly string[]> {
  return pageIn(await service.ask(operation, { query })).items.map(partyOf);
}

/** Whose item it is. */
export function partyOf({ partyId }: Json): string {
  return String(partyId);
}

/** Every wanted party is there. */
export function holdsAll(parties: readonly string[], wanted: readonly string[]): Finding {
  const missing = wanted.filter((party) => !parties.includes(party));
  return found(missing.length === 0, `${missing.length} of ${wanted.length} parties are missing`);
}

/** No party is there but the wanted ones. */
export function holdsOnly(parties: readonly string[], wanted: readonly string[]): Finding {
  const others = parties.filter((party) => !wanted.includes(party));
  return found(others.length === 0, `${others.length} items of other parties were returned`);
}

/** Both are the same list. */
export function sameParties(some: readonly string[], others: readonly string[], why: string): Finding {
  return found(JSON.stringify(some) === JSON.stringify(others), why);
}
