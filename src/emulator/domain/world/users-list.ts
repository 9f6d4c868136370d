/** The users list of a world (specification section 4.2): filter and order of its rows. */

import { requestKycStatus, requestStatus } from './credential-status.js';
import { instant } from '../time/moment.js';
import { fullName, type DataRequest, type KycStatus, type Party } from './model.js';
import type { StandingRules } from './standing-rules.js';
import { USUAL_RULES } from './usual-rules.js';
import type { Now } from '../time/now.js';
import type { ItemOrder, ListKind } from './world-lists.js';

/** One row of the users list: a data request and its party. */
export interface UserRow {
  readonly party: Party;
  readonly request: DataRequest;
}

/** The rules that the users list depends on. */
export type UsersRules = Pick<StandingRules, 'searched' | 'row' | 'unapproved' | 'approvedKyc' | 'undecided'>;

/**
 * Conditions that must all hold for a row, and an order. Equal queries have equal JSON texts, by which lists are kept.
 */
export interface UsersQuery {
  readonly status?: Party['status'] | undefined;
  readonly reqStatus?: DataRequest['status'] | undefined;
  readonly kycStatus?: KycStatus | undefined;
  /** The searched text in lower case; never empty. */
  readonly search?: string | undefined;
  readonly orderBy: 'id' | 'fullName' | 'email' | 'regDate' | 'kycStatus' | 'reqStatus' | 'status';
  readonly descending: boolean;
  readonly rules: UsersRules;
}

/** The data requests of a party that have a row of the users list. */
export function rowsOf({ requests }: Party, { row }: Pick<StandingRules, 'row'>): readonly DataRequest[] {
  // In a variant, the list has one row for each party, with its newest request.
  return row === 'party' ? requests.slice(-1) : requests;
}

/** Full name and e-mail of a row, if the row shows them. */
export function shownIdentity(
  { party, request }: UserRow,
  { unapproved }: Pick<StandingRules, 'unapproved'>,
): { readonly fullName?: string | undefined; readonly email?: string | undefined } {
  if (hidesIdentity(request, unapproved)) return {};
  return { fullName: fullName(party), email: party.email };
}

/** Whether a row shows nothing that identifies its party. */
function hidesIdentity({ status }: DataRequest, unapproved: StandingRules['unapproved']): boolean {
  return unapproved === 'hidden' && status !== 'APPROVED';
}

/** The query of validated parameters with their defaults. */
export function usersQueryOf(
  parameters: Readonly<Record<string, unknown>>,
  { searched, row, unapproved, approvedKyc, undecided }: UsersRules = USUAL_RULES,
): UsersQuery {
  const values = parameters as unknown as Omit<UsersQuery, 'rules'> & { readonly orderType: string };
  const { status, reqStatus, kycStatus, search = '', orderBy, orderType } = values;
  return {
    status,
    reqStatus,
    kycStatus,
    // A blank search matches every row.
    search: search.trim().toLowerCase() || undefined,
    orderBy,
    descending: orderType.toUpperCase() === 'DESC',
    rules: { searched, row, unapproved, approvedKyc, undecided },
  };
}

/** The rows that match the query, in its order. */
export function usersList(query: UsersQuery): ListKind<UserRow> {
  return {
    key: `users ${JSON.stringify(query)}`,
    itemsOf: (party, time) => {
      const rows = rowsOf(party, query.rules).map((request) => ({ party, request }));
      return rows.filter((row) => matches(row, query, time));
    },
    order: rowOrder(query),
  };
}

/** Whether the row meets the conditions. */
export function matches(row: UserRow, query: UsersQuery, time: Now): boolean {
  const { party, request } = row;
  const { status, reqStatus, kycStatus, search, rules } = query;
  if (status !== undefined && party.status !== status) return false;
  if (reqStatus !== undefined && requestStatus(request, time, rules) !== reqStatus) return false;
  if (kycStatus !== undefined && requestKycStatus(party, request, time, rules) !== kycStatus) return false;

  return search === undefined || isFound(row, query);
}

/** Whether the search finds the row. */
export function isFound(row: UserRow, { search = '', rules }: UsersQuery): boolean {
  const { searched, unapproved } = rules;
  const { fullName: name = '', email = '' } = shownIdentity(row, rules);
  // A search must not find a row by a name that the row hides.
  const hasUsername = searched === 'username' && !hidesIdentity(row.request, unapproved);
  const username = hasUsername ? (row.party.username ?? '') : '';
  const texts = [name, email, row.party.partyId, username].map((text) => text.toLowerCase());

  // In variants, a text has to begin with the search, or to be it.
  if (searched === 'prefix') return texts.some((text) => text.startsWith(search));
  if (searched === 'whole') return texts.includes(search);

  return texts.some((text) => text.includes(search));
}

/** The values that decide the position of a row in the order of a query: first `value`, then the newest row. */
interface RowKey {
  readonly value: string | number;
  /** The registration time. A missing date counts as the earliest. */
  readonly registered: number;
  readonly id: number;
}

/**
 * The order of a query. Texts are compared in lower case by code unit. A missing value is the lowest. Rows with equal
 * values are newest first in both directions.
 */
export function rowOrder(query: UsersQuery): ItemOrder<UserRow, RowKey> {
  const direction = query.descending ? -1 : 1;
  return {
    keyOf: (row, time) => ({
      value: ORDER_VALUES[query.orderBy](row, query, time),
      registered: registration(row.request, time),
      id: row.request.id,
    }),
    compare(a, b) {
      if (a.value !== b.value) return a.value < b.value ? -direction : direction;
      if (a.registered !== b.registered) return a.registered < b.registered ? 1 : -1;
      return b.id - a.id;
    },
  };
}

/** When a data request was made. One without a date comes before all others. */
function registration({ requestedAt }: DataRequest, time: Now): number {
  return requestedAt === undefined ? Number.NEGATIVE_INFINITY : instant(requestedAt, time.epoch);
}

type OrderValue = (row: UserRow, query: UsersQuery, time: Now) => string | number;

/** The value by which rows are sorted, for each value of the parameter `orderBy`. */
const ORDER_VALUES: Readonly<Record<UsersQuery['orderBy'], OrderValue>> = {
  id: ({ request }) => request.id,
  regDate: ({ request }, _, time) => registration(request, time),
  fullName: (row, { rules }) => shownIdentity(row, rules).fullName?.toLowerCase() ?? '',
  email: (row, { rules }) => shownIdentity(row, rules).email?.toLowerCase() ?? '',
  kycStatus: ({ party, request }, { rules }, time) => requestKycStatus(party, request, time, rules),
  reqStatus: ({ request }, { rules }, time) => requestStatus(request, time, rules),
  status: ({ party }) => party.status ?? '',
};
