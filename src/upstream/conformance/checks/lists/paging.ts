/** The three lists that are paged: the size of a page, and which page parameters are rejected (section 8). */

import { holdsIf } from '../../check.js';
import { pageIn } from '../../exchange.js';
import { numberOrKind } from '../../describe-value.js';
import { type CheckRows, type CheckTable, type GroupTables, hasStatus, point, tentative } from '../table.js';
import { type PagedList, pagingInvariants } from './paging-invariants.js';

interface LimitedList extends PagedList {
  /** The component of the contract that describes its limit. */
  readonly parameter: 'UsersLimit' | 'Limit';
}

const LISTS: readonly LimitedList[] = [
  { operation: 'getUsers', title: 'users', key: 'id', parameter: 'UsersLimit' },
  { operation: 'getHumanScores', title: 'human scores', key: 'partyId', parameter: 'Limit' },
  { operation: 'getCredentials', title: 'credentials', key: 'contractId', parameter: 'Limit' },
];

const DEFAULT = 10;
const MAXIMUM = 100;

export const PAGING: GroupTables = { name: 'paging', title: 'paging', tables: LISTS.map(tableOf) };

function tableOf(list: LimitedList): CheckTable {
  return { of: list.operation, subject: `${list.title}:`, rows: { ...pagingInvariants(list), ...pageLimits(list) } };
}

function pageLimits({ operation, parameter }: LimitedList): CheckRows {
  return {
    'default-limit': point(`${parameter}:default`).row(`without limit a page has at most ${DEFAULT} items`, {
      request: [operation],
      expect: (exchange) => {
        const { items, limit, total } = pageIn(exchange);
        return holdsIf(
          limit === DEFAULT && items.length === Math.min(DEFAULT, total),
          `without limit, pagination.limit is ${numberOrKind(limit)}, and ${items.length} of ${total} items were returned`,
          numberOrKind(limit),
        );
      },
    }),
    'largest-limit': tentative(`${parameter}:maximum`).row(`limit=${MAXIMUM} is accepted`, {
      request: [operation, { query: { limit: String(MAXIMUM) } }],
      expect: (exchange) => {
        if (exchange.status !== 200) return hasStatus(exchange, 200);
        const { items, limit } = pageIn(exchange);
        return holdsIf(
          limit === MAXIMUM && items.length <= MAXIMUM,
          `limit=${MAXIMUM} was returned as ${numberOrKind(limit)}, with ${items.length} items`,
          numberOrKind(limit),
        );
      },
    }),
    'too-large': point(`${parameter}:refusal`).row(`limit=${MAXIMUM + 1} returns 400`, {
      request: [operation, { query: { limit: String(MAXIMUM + 1) } }],
    }),
    'zero-limit': point(`${parameter}:minimum`).row('limit=0 returns 400', {
      request: [operation, { query: { limit: '0' } }],
    }),
    'no-number': point(`${parameter}:type`).row('limit=ten returns 400', {
      request: [operation, { query: { limit: 'ten' } }],
    }),
    'negative-offset': point('Offset:refusal').row('offset=-1 returns 400', {
      request: [operation, { query: { offset: '-1' } }],
    }),
    'offset-no-number': point('Offset:refusal').row('offset=ten returns 400', {
      request: [operation, { query: { offset: 'ten' } }],
    }),
  };
}
