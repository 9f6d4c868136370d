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
import type { SearchRule } from '../standing-rules.js';
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
}

export type UsersOrderField = 'id' | 'fullName' | 'email' | 'regDate' | 'kycStatus' | 'reqStatus' | 'status';

export interface UsersOrder {
  readonly by: UsersOrderField;
  readonly descending: boolean;
}

/** A filter and an order. */
export interface UsersQuery {
  readonly filter: UsersFilter;
  readonly order: UsersOrder;
}

/** The query of validated parameters with their defaults. */
export function usersQueryOf(parameters: Readonly<Record<string, unknown>>, searched?: SearchRule): UsersQuery {
  const { status, reqStatus, kycStatus, search: given = '' } = parameters as UsersFilter;
  const search = given.trim().toLowerCase();
  const { orderBy, orderType } = parameters as { orderBy: UsersOrderField; orderType: string };
  return {
    filter: {
      ...(status !== undefined && { status }),
      ...(reqStatus !== undefined && { reqStatus }),
      ...(kycStatus !== undefined && { kycStatus }),
      ...(search !== '' && { search, ...(searched !== undefined && { searched }) }),
    },
    order: { by: orderBy, descending: orderType.toUpperCase() === 'DESC' },
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
    (filter.search === undefined || isFound(party, filter))
  );
}

/** Whether the search of the filter finds the party. */
export function isFound(party: Party, filter: UsersFilter): boolean {
  return searchable(party).some((text) => text !== undefined && hasTerm(text.toLowerCase(), filter));
}

function hasTerm(text: string, { search = '', searched = 'substring' }: UsersFilter): boolean {
  if (searched === 'substring') return text.includes(search);
  return searched === 'prefix' ? text.startsWith(search) : text === search;
}

function searchable(party: Party): (string | undefined)[] {
  return [fullName(party), party.email, party.partyId];
}

/**
 * A comparison of rows by the value of the field; texts in lower case, by code unit; a missing value is the lowest. Rows with equal values are newest
 * first in both directions.
 */
export function compareRows(order: UsersOrder, time: Now): (a: UserRow, b: UserRow) => number {
  const direction = order.descending ? -1 : 1;
  return (a, b) =>
    direction * compareValues(orderValue(a, order.by, time), orderValue(b, order.by, time)) ||
    orderValue(b, 'regDate', time) - orderValue(a, 'regDate', time) ||
    b.request.id - a.request.id;
}

function compareValues(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function orderValue(row: UserRow, by: 'regDate', time: Now): number;
function orderValue(row: UserRow, by: UsersOrderField, time: Now): string | number;
function orderValue({ party, request }: UserRow, by: UsersOrderField, time: Now): string | number {
  switch (by) {
    case 'id':
      return request.id;
    case 'regDate':
      return request.requestedAt === undefined ? Number.NEGATIVE_INFINITY : instant(request.requestedAt, time.epoch);
    case 'fullName':
      return fullName(party)?.toLowerCase() ?? '';
    case 'email':
      return party.email?.toLowerCase() ?? '';
    case 'kycStatus':
      return requestKycStatus(party, request, time);
    case 'reqStatus':
      return request.status;
    case 'status':
      return party.status ?? '';
  }
}
