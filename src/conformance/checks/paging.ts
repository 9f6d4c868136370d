/** The three lists that are paged: the size of a page, and which page parameters are rejected (section 8). */

import { type Check, type CheckGroup, holdsIf } from '../check.js';
import { pageIn } from '../read-response.js';
import { numberOrKind } from '../describe-value.js';
import { statusCheck, hasStatus } from './response-checks.js';
import { type PagedList, pagingInvariants } from './paging-invariants.js';

const USERS: PagedList = { operation: 'getUsers', title: 'users', key: 'id' };
const OTHERS: readonly PagedList[] = [
  { operation: 'getHumanScores', title: 'human scores', key: 'partyId' },
  { operation: 'getCredentials', title: 'credentials', key: 'contractId' },
];

const DEFAULT = 10;
const MAXIMUM = 100;

/** The checks of one list. `parameter` is the component of the contract that describes its limit. */
function pageLimits({ operation, title }: PagedList, parameter: 'UsersLimit' | 'Limit'): Check[] {
  const id = (name: string): string => `paging.${operation}.${name}`;
  const refused = (name: string, query: Record<string, string>, point: string, isTentative = false): Check => {
    const words = Object.entries(query)
      .map((field) => field.join('='))
      .join('&');
    return statusCheck({
      id: id(name),
      title: `${title}: ${words} returns 400`,
      point,
      isTentative,
      operation,
      call: { query },
    });
  };
  return [
    {
      id: id('default-limit'),
      title: `${title}: without limit a page has at most ${DEFAULT} items`,
      point: `${parameter}:default`,
      run: async (service) => {
        const { items, limit, total } = pageIn(await service.request(operation));
        const isRight = limit === DEFAULT && items.length === Math.min(DEFAULT, total);
        return holdsIf(
          isRight,
          `without limit, pagination.limit is ${numberOrKind(limit)}, and ${items.length} of ${total} items were returned`,
          numberOrKind(limit),
        );
      },
    },
    {
      id: id('largest-limit'),
      title: `${title}: limit=${MAXIMUM} is accepted`,
      point: `${parameter}:maximum`,
      isTentative: true,
      run: async (service) => {
        const exchange = await service.request(operation, { query: { limit: String(MAXIMUM) } });
        if (exchange.status !== 200) return hasStatus(exchange, 200);
        const { items, limit } = pageIn(exchange);
        return holdsIf(
          limit === MAXIMUM && items.length <= MAXIMUM,
          `limit=${MAXIMUM} was returned as ${numberOrKind(limit)}, with ${items.length} items`,
          numberOrKind(limit),
        );
      },
    },
    refused('too-large', { limit: String(MAXIMUM + 1) }, `${parameter}:refusal`),
    refused('zero-limit', { limit: '0' }, `${parameter}:minimum`),
    refused('no-number', { limit: 'ten' }, `${parameter}:type`),
    refused('negative-offset', { offset: '-1' }, 'Offset:refusal'),
    refused('offset-no-number', { offset: 'ten' }, 'Offset:refusal'),
  ];
}

/** The group. */
export const PAGING: CheckGroup = {
  name: 'paging',
  title: 'paging',
  checks: [
    ...pagingInvariants(USERS),
    ...pageLimits(USERS, 'UsersLimit'),
    ...OTHERS.flatMap((list) => [...pagingInvariants(list), ...pageLimits(list, 'Limit')]),
  ],
};
