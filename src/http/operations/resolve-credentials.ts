/** GET /institutions/me/credentials/resolve: forward and reverse look-up (specification section 4.2, rule 4). */

import { disclosedHoldings, type Holding } from '../../domain/world/world.js';
import { jsonAnswer, type Answer } from '../answer.js';
import type { Call } from '../call.js';
import { explainHandle, explainParty } from '../explain-absence.js';
import { representResolved } from '../representations/credential.js';

export function resolveCredentials({ sandbox, request, diagnostics }: Call): Answer {
  const { world } = sandbox;
  const { q, partyId = '' } = request.query as { q?: string; partyId?: string };
  const handle = q?.trim().toLowerCase();
  const holdings = handle === undefined ? ofParty(world, partyId) : world.disclosedByHandle(handle);
  const time = world.time();
  const answer = jsonAnswer(200, { credentials: holdings.map((holding) => representResolved(holding, time)) });
  if (holdings.length > 0) return answer;
  diagnostics.push(handle === undefined ? explainParty(sandbox, partyId) : explainHandle(sandbox, handle));
  return { ...answer, situation: { point: 'no-match' } };
}

function ofParty(world: Call['sandbox']['world'], partyId: string): Holding[] {
  const party = world.party(partyId);
  return party === undefined ? [] : disclosedHoldings(party);
}
