/** The objects in responses: the rows of the users list, the items of pages, and links. */

import { isObject, type Json, membersOf } from '../../../common/json.js';
import type { SeenExchange } from '../../../traffic/seen-exchange.js';

/** Whether a row of the users list shows an approved request, however its status is written. */
export function isApproved({ reqStatus }: Json): boolean {
  return /^approved$/i.test(String(reqStatus));
}

/** Whether a row of the users list shows an open request, however its status is written. */
export function isPending({ reqStatus }: Json): boolean {
  return /^pending$/i.test(String(reqStatus));
}

/** Whether a row of the users list shows an open or approved request for the data of a provider. */
export function isOpen(row: Json, provider: unknown): boolean {
  return row['kycProvider'] === provider && (isApproved(row) || isPending(row));
}

/** Whether a row of the users list shows a blocked user, however its status is written. */
export function isBlocked({ status }: Json): boolean {
  return /^blocked$/i.test(String(status));
}

/** Whether a list shows a credential as revoked, other than by the block of its user. */
export function isRevokedCredential({ freshness, kycStatus }: Json): boolean {
  return freshness === 'REVOKED' && kycStatus !== 'BLOCKED';
}

/** Whether a list shows a credential as expired, and not as revoked. */
export function isExpiredCredential({ freshness, kycStatus }: Json): boolean {
  return freshness !== 'REVOKED' && kycStatus === 'EXPIRED';
}

/** The objects of a list. */
export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Groups objects by their party. */
export function byParty(objects: Iterable<Json>): ReadonlyMap<unknown, readonly Json[]> {
  const objectsByParty = new Map<unknown, Json[]>();
  for (const one of objects) {
    const { partyId } = one;
    objectsByParty.set(partyId, [...(objectsByParty.get(partyId) ?? []), one]);
  }

  return objectsByParty;
}

/** The items of a page. */
export function itemsOf(body: unknown): readonly Json[] {
  return listOf(membersOf(body)['items']);
}

/** The links that a response creates, by contract ID. */
export function linksIn({ operation, request, response }: SeenExchange): readonly (readonly [string, Json])[] {
  if (operation?.id === 'generateVerificationLink')
    return [[String(membersOf(request.body)['contractId']), membersOf(response.body)]];
  if (operation?.id !== 'generateVerificationLinksBatch') return [];

  const results = listOf(membersOf(response.body)['results']);

  return results.flatMap(({ contractId, result }) => (isObject(result) ? [[String(contractId), result] as const] : []));
}
