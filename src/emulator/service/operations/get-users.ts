/** GET /institutions/me/users: the institution's data requests (specification section 4.2, rule 1). */

import { usersQueryOf } from '../../domain/world/users/query.js';
import { jsonResponse } from '../../../contract/response.js';
import type { ServiceResponse } from '../service-response.js';
import type { Steps } from '../../../common/steps.js';
import type { Call, OperationPreparation } from './call.js';
import { pageOf } from '../representations/page.js';
import { representUser } from '../representations/user.js';

export function getUsers({ sandbox, request, time, rules }: Call): ServiceResponse {
  const page = pageOf(sandbox.users.rows(usersQueryOf(request.query, rules), time), request.query, (row) =>
    representUser(row, time, rules),
  );
  return jsonResponse(200, { ...page, totalCount: page.pagination.total });
}

/** A filter, a search or an order of a large population. */
export function prepareUsers({
  sandbox,
  request,
  time,
  rules,
}: Parameters<OperationPreparation>[0]): Steps<unknown> | undefined {
  return sandbox.users.rowsInAdvance(usersQueryOf(request.query, rules), time);
}
