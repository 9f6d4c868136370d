/** What one party has disclosed, and its score (specification section 4.2). */

import { jsonResponse } from '../../../contract/response.js';
import { scoreOf } from '../../domain/scores/human-score.js';
import { isApprovedUser, selectedHoldings } from '../../domain/world/credential-status.js';
import { representCredential, representHumanScore } from '../representations/rows.js';
import { notFound } from '../service-error.js';
import type { OperationHandler } from './call.js';
import { explainParty } from './explain-absence.js';

/** GET /institutions/me/credentials/:partyId. */
export const getCredentialByPartyId: OperationHandler = (call) => {
  const { exchange, request, time, rules } = call;
  const { sandbox } = exchange;
  const { partyId } = request.path as { partyId: string };
  const party = sandbox.world.party(partyId);
  const holdings = party === undefined ? [] : selectedHoldings(party, rules.listed, time, rules);

  const credentials = holdings.map((holding) => representCredential(holding, call));
  const response = jsonResponse(200, credentials);
  if (holdings.length > 0) return response;

  // The service does not refuse an unknown party here. It has no credentials, as far as the institution can see.
  return { ...response, diagnostics: [explainParty(sandbox, partyId)], variantPoint: 'unknown-party-credentials' };
};

/** GET /institutions/me/human-scores/:partyId. */
export const getHumanScoreByPartyId: OperationHandler = (call) => {
  const { exchange, request, time, rules } = call;
  const { sandbox } = exchange;
  const { partyId } = request.path as { partyId: string };
  const party = sandbox.world.party(partyId);
  if (party !== undefined && isApprovedUser(party, time, rules))
    return jsonResponse(200, representHumanScore(party, call));

  const diagnostic = explainParty(sandbox, partyId);
  // In a variant, an unknown party has a score of zero.
  if (rules.unknownScore !== 'zero') throw notFound('Party not found.', diagnostic, 'unknown-party-score');

  return { ...jsonResponse(200, { partyId, humanScore: scoreOf([], time) }), diagnostics: [diagnostic] };
};
