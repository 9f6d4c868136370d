/** GET /institutions/me/human-scores: the scores of approved users (specification section 4.2, rule 2). */

import { isApproved } from '../../domain/world/model.js';
import { jsonResponse } from '../../../contract/response.js';
import { withDiagnostics, type ServiceResponse } from '../service-response.js';
import { explainMissing, requestedParties } from './requested-parties.js';
import type { Call } from './call.js';
import { representHumanScore } from '../representations/human-score.js';
import { listOf, pageOf } from '../representations/page.js';

export function getHumanScores(call: Call): ServiceResponse {
  const { sandbox, request } = call;
  const requested = requestedParties(sandbox.world, request.query);
  const list = requested === undefined ? sandbox.disclosed.approvedParties() : listOf(requested.filter(isApproved));
  const response = jsonResponse(
    200,
    pageOf(list, request.query, (party) => representHumanScore(party, call)),
  );
  if (requested === undefined) return response;
  return withDiagnostics(response, explainMissing(sandbox, request.query, isApproved));
}
