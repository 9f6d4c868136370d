/** GET /institutions/me/credentials/:partyId: what one party has disclosed (specification section 4.2). */

import { selectedHoldings } from '../../domain/world/credential-status.js';
import { jsonResponse } from '../../../contract/response.js';
import { representCredential } from '../representations/rows.js';
import type { OperationHandler } from './call.js';
import { explainParty } from './explain-absence.js';

export const getCredentialByPartyId: OperationHandler = (call) => {
  const { exchange, request, time, rules } = call;
  const { sandbox } = exchange;
  const { partyId } = request.path as { partyId: string };
  const party = sandbox.world.party(partyId);
  const holdings = party === undefined ? [] : selectedHoldings(party, rules.listed, time, rules);
  const credentials = holdings.map((holding) => representCredential(holding, call));
  const response = jsonResponse(200, credentials);
  if (holdings.length > 0) return response;

  return { ...response, diagnostics: [explainParty(sandbox, partyId)], variantPoint: 'unknown-party-credentials' };
};
