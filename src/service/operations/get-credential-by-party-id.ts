/** GET /institutions/me/credentials/:partyId: what one party has disclosed (specification section 4.2). */

import { disclosedHoldings } from '../../domain/world/world.js';
import { jsonResponse, type ServiceResponse } from '../service-response.js';
import type { Call } from './call.js';
import { explainParty } from './explain-absence.js';
import { representCredential } from '../representations/credential.js';

export function getCredentialByPartyId({ sandbox, request, time, showsEmail, diagnostics }: Call): ServiceResponse {
  const { world } = sandbox;
  const partyId = request.path['partyId'] as string;
  const party = world.party(partyId);
  const holdings = party === undefined ? [] : disclosedHoldings(party);
  const answer = jsonResponse(
    200,
    holdings.map((holding) => representCredential(holding, time, showsEmail)),
  );
  if (holdings.length > 0) return answer;
  diagnostics.push(explainParty(sandbox, partyId));
  return { ...answer, variantPoint: { point: 'unknown-party-credentials', subject: partyId } };
}
