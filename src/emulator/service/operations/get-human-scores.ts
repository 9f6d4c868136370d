/** GET /institutions/me/human-scores: the scores of approved users (specification section 4.2, rule 2). */

import { approvedUsers } from '../../domain/world/party-lists.js';
import { representHumanScore } from '../representations/rows.js';
import type { OperationHandler } from './call.js';
import { respondWithList } from './requested-parties.js';

export const getHumanScores: OperationHandler = (call) => {
  return respondWithList(call, approvedUsers(call.rules), (party) => representHumanScore(party, call));
};
