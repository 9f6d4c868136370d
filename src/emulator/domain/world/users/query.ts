/** Queries for the users list (specification section 4.2): filter and order of rows. */

import { requestKycStatus } from '../credential-status.js';
import { instant } from '../../time/moment.js';
import {
  fullName,
  type DataRequest,
  type KycStatus,
  type Party,
  type RequestStatus,
  type UserStatus,
} from '../model.js';
import { USUAL_RULES, type SearchRule, type StandingRules } from '../standing-rules.js';
import type { Now } from '../../time/now.js';

/** One row of the users list: a data request and its party. */
export interface UserRow {
  readonly party: Party;
  readonly request: DataRequest;
}

/** Conditions for a row, which must all hold. `search` is in lower case. */
export interface UsersFilter {
  readonly status?: UserStatus;
  readonly reqStatus?: RequestStatus;
  readonly kycStatus?: KycStatus;
  readonly search?: string;
  /** Default: `substring`. */
  readonly searched?: SearchRule;
  /** Whether the search does not see name and e-mail of rows that are not approved. Default: it does. */
  readonly hidden?: true;
}

export type UsersOrderField = 'id' | 'fullName' | 'email' | 'regDate' | 'kycStatus' | 'reqStatus' | 'status';

export interface UsersOrder {
  readonly by: UsersOrderField;
  readonly descending: boolean;
  /** Whether the names and e-mails of rows that are not approved are missing. Default: they are there. */
  readonly hidden?: true;
}

/** A filter and an order. */
export interface UsersQuery {
  readonly filter: UsersFilter;
  readonly order: UsersOrder;
  /** Whether there is one row for each party, that of its newest data request. Default: one for each request. */
  readonly byParty?: true;
}

/** The data requests of a party that have a row of the users list. */
export function rowsOf({ requests }: Party, { row }: Pick<StandingRules, 'row'>): readonly DataRequest[] {
  return row === 'party' ? requests.slice(-1) : requests;
}

/** Full name and e-mail of a row, as far as it shows them. */
export function shownIdentity(
  { party, request }: UserRow,
  { unapproved }: Pick<StandingRules, 'unapproved'>,
): { readonly fullName?: string | undefined; readonly email?: string | undefined } {
  if (unapproved === 'hidden' && request.status !== 'APPROVED') return {};
  return { fullName: fullName(party), email: party.email };
}

/** The query of validated parameters with their defaults. */
export function usersQueryOf(
  parameters: Readonly<Record<string, unknown>>,
  { searched, row, unapproved }: StandingRules = USUAL_RULES,
): UsersQuery {
  const { status, reqStatus, kycStatus, search: given = '' } = parameters as UsersFilter;
  const search = given.trim().toLowerCase();
  const hidden = unapproved === 'hidden' ? { hidden: true as const } : {};
  const { orderBy, orderType } = parameters as { orderBy: UsersOrderField; orderType: string };
  return {
    filter: {
      ...(status !== undefined && { status }),
      ...(reqStatus !== undefined && { reqStatus }),
      ...(kycStatus !== undefined && { kycStatus }),
      ...(search !== '' && { search, ...(searched !== 'substring' && { searched }), ...hidden }),
    },
    order: { by: orderBy, descending: orderType.toUpperCase() === 'DESC', ...hidden },
    ...(row === 'party' && { byParty: true }),
  };
}

/** Whether time alone can change the result. */
export function dependsOnTime({ filter, order }: UsersQuery): boolean {
  return filter.kycStatus !== undefined || order.by === 'kycStatus';
}

/** Whether the row matches the filter. */
export function matches({ party, request }: UserRow, filter: UsersFilter, time: Now): boolean {
  return (
    (filter.status === undefined || party.status === filter.status) &&
    (filter.reqStatus === undefined || request.status === filter.reqStatus) &&
    (filter.kycStatus === undefined || requestKycStatus(party, request, time) === filter.kycStatus) &&
    (filter.search === undefined || isFound({ party, request }, filter))
  );
}

/** Whether the search of the filter finds the row. */
export function isFound(row: UserRow, filter: UsersFilter): boolean {
  return searchable(row, filter).some((text) => text !== undefined && hasTerm(text.toLowerCase(), filter));
}

function hasTerm(text: string, { search = '', searched = 'substring' }: UsersFilter): boolean {
  if (searched === 'prefix') return text.startsWith(search);
  return searched === 'whole' ? text === search : text.includes(search);
}

function searchable({ party, request }: UserRow, { searched, hidden }: UsersFilter): (string | undefined)[] {
  if (hidden === true && request.status !== 'APPROVED') return [party.partyId];
  return [fullName(party), party.email, party.partyId, searched === 'username' ? party.username : undefined];
}

/**
 * A comparison of rows by the value of the field; texts in lower case, by code unit; a missing value is the lowest. Rows with equal values are newest
 * first in both directions.
 */
export function compareRows(order: UsersOrder, time: Now): (a: UserRow, b: UserRow) => number {
  const direction = order.descending ? -1 : 1;
  return (a, b) =>
    direction * compareValues(orderValue(a, order, time), orderValue(b, order, time)) ||
    registration(b, time) - registration(a, time) ||
    b.request.id - a.request.id;
}

function compareValues(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A missing date is the earliest. */
function registration({ request: { requestedAt } }: UserRow, time: Now): number {
  return requestedAt === undefined ? Number.NEGATIVE_INFINITY : instant(requestedAt, time.epoch);
}

function orderValue(row: UserRow, { by, hidden }: UsersOrder, time: Now): string | number {
  const { party, request } = row;
  switch (by) {
    case 'id':
      return request.id;
    case 'regDate':
      return registration(row, time);
    case 'fullName':
    case 'email':
      return shownIdentity(row, { unapproved: hidden === true ? 'hidden' : 'shown' })[by]?.toLowerCase() ?? '';
    case 'kycStatus':
      return requestKycStatus(party, request, time);
    case 'reqStatus':
      return request.status;
    case 'status':
      return party.status ?? '';
  }
}
