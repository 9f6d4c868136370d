/** Pages of lists, and a walk through all of them. */

import type { Institution } from './institution.js';

/** A row of the users list. */
export interface UserItem {
  readonly id: number;
  readonly proposalId: string;
  readonly partyId: string;
  readonly reqStatus: string;
  readonly kycStatus: string;
  readonly kycProvider: string;
  readonly fullName?: string;
  readonly email?: string;
  readonly status?: string;
  readonly regDate?: string;
}

/** An item of the credentials list. */
export interface CredentialItem {
  readonly partyId: string;
  readonly contractId: string;
  readonly provider: string;
  readonly kycStatus: string;
  readonly expirationDate: string;
  readonly issuedAt: string;
  readonly freshness: string;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly total: number };
}

/** Reads all items of a list, page by page. */
export async function allPages<Item>(institution: Institution, path: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  const separator = path.includes('?') ? '&' : '?';
  for (;;) {
    const answer = await institution.get(`${path}${separator}limit=${limit}&offset=${items.length}`);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    const page = answer.body as Page<Item>;
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= page.pagination.total) return items;
  }
}
