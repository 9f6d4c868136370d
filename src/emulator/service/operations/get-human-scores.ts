/** GET /institutions/me/human-scores: the scores of approved users (specification section 4.2, rule 2). */

import { approvedUsers } from '../../domain/world/party-lists.js';
import { representHumanScore } from '../representations/human-score.js';
import type { ServiceResponse } from '../service-response.js';
import type { OperationCall } from './call.js';
import { respondWithList } from './requested-parties.js';

export function getHumanScores(call: OperationCall): ServiceResponse {
  return respondWithList(call, approvedUsers(call.rules), (party) => representHumanScore(party, call));
}
