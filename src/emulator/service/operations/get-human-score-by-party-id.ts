/** GET /institutions/me/human-scores/:partyId (specification section 4.2). */

import { scoreOf } from '../../domain/scores/human-score.js';
import { isApprovedUser } from '../../domain/world/credential-status.js';
import { jsonResponse } from '../../../contract/response.js';
import type { OperationHandler } from './call.js';
import { explainParty } from './explain-absence.js';
import { representHumanScore } from '../representations/rows.js';
import { notFound } from '../service-error.js';

export const getHumanScoreByPartyId: OperationHandler = (call) => {
  const { exchange, request, time, rules } = call;
  const { sandbox } = exchange;
  const { partyId } = request.path as { partyId: string };
  const party = sandbox.world.party(partyId);
  if (party !== undefined && isApprovedUser(party, time, rules))
    return jsonResponse(200, representHumanScore(party, call));
  const diagnostic = explainParty(sandbox, partyId);
  if (rules.unknownScore !== 'zero') throw notFound('Party not found.', diagnostic, 'unknown-party-score');

  return { ...jsonResponse(200, { partyId, humanScore: scoreOf([], time) }), diagnostics: [diagnostic] };
};
