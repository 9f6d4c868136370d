/** GET /institutions/me/users: the institution's data requests (specification section 4.2, rule 1). */

import { usersList, usersQueryOf } from '../../domain/world/users-list.js';
import { jsonResponse } from '../../../contract/response.js';
import type { OperationHandler } from './call.js';
import { requestedPage, pointOfPage } from '../representations/page.js';
import { representUser } from '../representations/rows.js';

export const getUsers: OperationHandler = ({ exchange: { sandbox }, request, time, rules }) => {
  const list = sandbox.lists.list(usersList(usersQueryOf(request.query, rules)), time);
  const page = requestedPage(list, request.query, (row) => representUser(row, time, rules));
  return { ...jsonResponse(200, { ...page, totalCount: page.pagination.total }), ...pointOfPage(page) };
};
