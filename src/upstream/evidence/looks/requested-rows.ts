/**
 * Looks at the rows of the users list that data requests create: whether the next list has them, and whether rows of
 * one request share a proposal. A request names a party and providers, and is expected to create a row for each
 * provider. So each expected row is kept until a list shows it.
 */

import { type Json, membersOf } from '../../../common/json.js';
import type { InstitutionFacts } from './facts.js';
import { isOpen, isPending } from './rows.js';
import { isRedacted, timeOf } from '../../../traffic/values.js';
import { type Finding, fitting, stated } from './look.js';
import type { SeenExchange } from '../../../traffic/seen-exchange.js';
import { KNOWN_PROVIDERS } from './resources.js';
import type { SeenPage } from './seen-page.js';

export const PROPOSAL = 'InstitutionUser.proposalId:scope';
const VISIBILITY = 'createCredentialsRequest:visibility';

/** A data request whose row the list has to show. */
interface RequestedData {
  readonly partyId: unknown;
  readonly provider: unknown;
  /** The number of the exchange with the request. */
  readonly position: number;
  /** The earliest date that the row can have, by the clock of the service, in milliseconds since 1970. */
  readonly since: number;
  /** The time of the last list that should have shown the row, but did not. */
  absentAt?: number;
}

/** Follows data requests until the users list shows their rows. */
export class RequestedRows {
  /** The requests whose rows no list has shown yet. */
  #requested: RequestedData[] = [];
  /** Whether any party had several rows. Then the service has a row for each request. */
  #hasSeveralRows = false;

  /** Remembers what a successful request asks for, unless an earlier request asked for it. */
  remember({ request, position, date }: SeenExchange, facts: InstitutionFacts): void {
    const { partyId, providers } = membersOf(request.body);
    if (facts.isUnknown(partyId) || isRedacted(partyId)) return;

    for (const provider of KNOWN_PROVIDERS) {
      if (!Array.isArray(providers) || !providers.includes(provider)) continue;

      const isRemembered = this.#requested.some((one) => one.partyId === partyId && one.provider === provider);
      const isKnown = facts.rows.of(partyId).some((row) => isOpen(row, provider));
      // A row that is open already belongs to an earlier request. `Date` has no fractions, so a row may seem a second
      // older.
      if (!isRemembered && !isKnown) this.#requested.push({ partyId, provider, position, since: date - SECOND });
    }
  }

  /** Looks for the requested rows on a page of the users list. */
  *look({ position, date }: SeenExchange, page: SeenPage): Generator<Finding> {
    const { items } = page;
    this.#hasSeveralRows ||= new Set(items.map(({ partyId }) => partyId)).size < items.length;
    const shownRows = new Map<RequestedData, Json>();

    for (const one of this.#requested) {
      const rowsOfParty = items.filter(({ partyId }) => partyId === one.partyId);
      const rowsOfProvider = rowsOfParty.filter(({ kycProvider }) => kycProvider === one.provider);
      const row = rowsOfProvider.find(isPending);

      if (row === undefined) {
        // A request may be approved or rejected before any list shows it. Then its row is not pending, and says nothing
        // of the delay.
        const isDecided = rowsOfProvider.some(({ regDate }) => timeOf(regDate) >= one.since);
        if (isDecided || position < one.position) continue;

        if (isDownTo(one.since, page)) one.absentAt = date;
        // If each party has a single row, the row may belong to another request, so nothing is missing.
        const isMissing = this.#hasSeveralRows && rowsOfParty.length > 0 && rowsOfProvider.length === 0;
        if (isMissing && hasAllOf(one.partyId, page)) yield fitting(VISIBILITY, ['later'], 'not in the next list');
        continue;
      }

      shownRows.set(one, row);
      const rowDate = timeOf(row['regDate']);
      // An older row belongs to an earlier request. A row newer than the last list without it may belong to a later
      // request.
      const isOfRequest = rowDate >= one.since && rowDate < (one.absentAt ?? date) + SECOND;
      if (!isOfRequest) continue;

      if (one.absentAt === undefined) yield stated(VISIBILITY, 'in the next list');
      else yield fitting(VISIBILITY, ['later'], 'in a later list');
      yield stated('createCredentialsRequest:effect', 'a row of the list');
    }

    this.#requested = this.#requested.filter((one) => !shownRows.has(one));
    yield* proposalLook(shownRows);
  }
}

/** In milliseconds. The header `Date` has no fractions of a second. */
const SECOND = 1_000;

/**
 * Whether the page shows all rows since a moment: it is the first page, has the newest rows first, and also has older
 * rows.
 */
function isDownTo(moment: number, { parameters, offset, items }: SeenPage): boolean {
  if (offset > 0 || parameters.size > 0) return false;

  const dates = items.map(({ regDate }) => timeOf(regDate));
  const isNewestFirst = dates.every((date, at) => at === 0 || date <= dates[at - 1]!);
  return isNewestFirst && dates[0]! > dates.at(-1)! && dates.at(-1)! < moment;
}

/** Whether the page has all rows of the party: it is the whole result of a search for the party. */
function hasAllOf(partyId: unknown, { parameters, offset, items, total }: SeenPage): boolean {
  const isSearch = parameters.size === 1 && parameters.get('search')?.[0] === partyId;
  return isSearch && offset === 0 && items.length === total;
}

/** Whether the rows that one request has created share their proposal. */
function* proposalLook(shownRows: ReadonlyMap<RequestedData, Json>): Generator<Finding> {
  const [first] = shownRows;
  if (first === undefined) return;

  // One request is enough: the first, with its other rows.
  const [one, row] = first;
  const [, ...others] = [...shownRows].filter(([{ position }]) => position === one.position);
  const differs = others.every(([, { proposalId }]) => proposalId !== row['proposalId']);
  if (differs && others.length > 0) yield fitting(PROPOSAL, ['row'], 'one for each row');
}
