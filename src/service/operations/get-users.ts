/** GET /institutions/me/users: the institution's data requests (specification section 4.2, rule 1). */

import { usersQueryOf } from '../../domain/world/users/query.js';
import { jsonAnswer, type Answer } from '../answer.js';
import type { Call } from '../call.js';
import { pageOf } from '../representations/page.js';
import { representUser } from '../representations/user.js';

export function getUsers({ sandbox, request, time }: Call): Answer {
  const page = pageOf(sandbox.users.rows(usersQueryOf(request.query), time), request.query, (row) =>
    representUser(row, time),
  );
  return jsonAnswer(200, { ...page, totalCount: page.pagination.total });
}
