/** Looks at the rows that data requests make: whether the next list has them, and whether they share a proposal. */

import { membersOf } from '../../../common/json.js';
import { type Facts, isPending, type Json } from './facts.js';
import { fitting, type Seen, STATED, stated } from './look.js';
import type { SeenExchange } from './seen-exchange.js';
import type { SeenPage } from './seen-page.js';

export const PROPOSAL = 'InstitutionUser.proposalId:scope';
const VISIBILITY = 'createCredentialsRequest:visibility';

/** A request for data that a row of the list has to show. */
interface RequestedData {
  readonly partyId: unknown;
  readonly provider: unknown;
  readonly order: number;
  /** Whether a list that should have shown the row did not. */
  wasAbsent: boolean;
}

export class RequestedRows {
  readonly #facts: Facts;
  /** Requests whose rows have not been seen yet. */
  #requested: RequestedData[] = [];
  /** Whether a party had several rows. */
  #hasSeveralRows = false;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Remembers what a successful request asks for, unless an earlier one did. */
  remember({ request, order }: SeenExchange): void {
    const { partyId, providers } = membersOf(request.body);
    if (this.#facts.isUnknown(partyId)) return;
    for (const provider of Array.isArray(providers) ? (providers as unknown[]) : []) {
      const isWaiting = this.#requested.some((one) => one.partyId === partyId && one.provider === provider);
      if (!isWaiting && !this.#facts.isRequested(partyId, provider))
        this.#requested.push({ partyId, provider, order, wasAbsent: false });
    }
  }

  *look({ order }: SeenExchange, page: SeenPage): Generator<Seen> {
    const { items } = page;
    this.#hasSeveralRows ||= new Set(items.map(({ partyId }) => partyId)).size < items.length;
    const shown: (readonly [RequestedData, Json])[] = [];
    for (const one of this.#requested) {
      const own = items.filter(({ partyId }) => partyId === one.partyId);
      const ofProvider = own.filter(({ kycProvider }) => kycProvider === one.provider);
      const row = ofProvider.find(isPending);
      if (row === undefined) {
        one.wasAbsent ||= order > one.order && isWhereNewRowsStand(page, one.partyId);
        // Where each party has one row, it may be that of another request.
        const isMissing = this.#hasSeveralRows && ofProvider.length === 0;
        if (one.wasAbsent && isMissing && page.parameters.has('search'))
          yield fitting(VISIBILITY, ['later'], 'not in the next list');
        continue;
      }
      shown.push([one, row]);
      const form = one.wasAbsent ? 'in a later list' : 'in the next list';
      yield fitting(VISIBILITY, [one.wasAbsent ? 'later' : STATED], form);
      yield stated('createCredentialsRequest:effect', 'a row of the list');
    }
    this.#requested = this.#requested.filter((one) => !shown.some(([requested]) => requested === one));
    yield* proposalLook(shown);
  }
}

/** Whether the page has to show a new row of the party: the first of the list, or all rows that a search finds. */
function isWhereNewRowsStand({ parameters, offset, items, total }: SeenPage, partyId: unknown): boolean {
  if (offset > 0 || parameters.size > 1) return false;
  return parameters.size === 0 || (parameters.get('search')?.[0] === partyId && items.length === total);
}

/** Whether the rows that one request has made share their proposal. */
function* proposalLook(shown: readonly (readonly [RequestedData, Json])[]): Generator<Seen> {
  for (const [one, row] of shown) {
    const same = shown.filter(([{ order }]) => order === one.order);
    if (same.length > 1 && same.every(([, { proposalId }], at) => at === 0 || proposalId !== row['proposalId']))
      yield fitting(PROPOSAL, ['row'], 'one for each row');
    return;
  }
}
