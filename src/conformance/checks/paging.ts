/** The three lists that come in pages. */

import type { CheckGroup } from '../check.js';
import { pageLimits } from './page-limits.js';
import { pagingLaws, type PagedList } from './paging-laws.js';

const USERS: PagedList = { operation: 'getUsers', title: 'users', key: 'id' };
const OTHERS: readonly PagedList[] = [
  { operation: 'getHumanScores', title: 'human scores', key: 'partyId' },
  { operation: 'getCredentials', title: 'credentials', key: 'contractId' },
];

/** The group. */
export const PAGING: CheckGroup = {
  name: 'paging',
  title: 'paging',
  checks: [
    ...pagingLaws(USERS),
    ...pageLimits(USERS, 'UsersLimit'),
    ...OTHERS.flatMap((list) => [...pagingLaws(list), ...pageLimits(list, 'Limit')]),
  ],
};
