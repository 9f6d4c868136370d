/** GET /institutions/me/users: the institution's data requests (specification section 4.2, rule 1). */

import type { UsersOrderField, UsersQuery } from '../../domain/world/users/query.js';
import { jsonAnswer, type Answer } from '../answer.js';
import type { Call } from '../call.js';
import { pageOf } from '../representations/page.js';
import { representUser } from '../representations/user.js';

export function getUsers({ sandbox, request }: Call): Answer {
  const time = sandbox.world.time();
  const page = pageOf(sandbox.users.rows(usersQuery(request.query)), request.query, (row) => representUser(row, time));
  return jsonAnswer(200, { ...page, totalCount: page.pagination.total });
}

function usersQuery(query: Readonly<Record<string, unknown>>): UsersQuery {
  const { status, reqStatus, kycStatus, search } = query as UsersQuery['filter'];
  const { orderBy, orderType } = query as { orderBy: UsersOrderField; orderType: string };
  return {
    filter: {
      ...(status !== undefined && { status }),
      ...(reqStatus !== undefined && { reqStatus }),
      ...(kycStatus !== undefined && { kycStatus }),
      ...(search !== undefined && search !== '' && { search: search.toLowerCase() }),
    },
    order: { by: orderBy, descending: orderType.toUpperCase() === 'DESC' },
  };
}
