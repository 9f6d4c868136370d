/** GET /institutions/me/credentials/:partyId: what one party has disclosed (specification section 4.2). */

import { disclosedHoldings } from '../../domain/world/model.js';
import { jsonResponse } from '../../contract/response.js';
import { representCredential } from '../representations/credential.js';
import type { ServiceResponse } from '../service-response.js';
import type { Call } from './call.js';
import { explainParty } from './explain-absence.js';

export function getCredentialByPartyId({ sandbox, request, time, showsEmail }: Call): ServiceResponse {
  const { partyId } = request.path as { partyId: string };
  const party = sandbox.world.party(partyId);
  const holdings = party === undefined ? [] : disclosedHoldings(party);
  const response = jsonResponse(
    200,
    holdings.map((holding) => representCredential(holding, time, showsEmail)),
  );
  if (holdings.length > 0) return response;
  return {
    ...response,
    diagnostics: [explainParty(sandbox, partyId)],
    variantPoint: { point: 'unknown-party-credentials', subject: partyId },
  };
}
