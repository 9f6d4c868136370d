/** GET /institutions/me/credentials/resolve: forward and reverse look-up (specification section 4.2, rule 4). */

import { disclosedHoldings, type Holding } from '../../domain/world/world.js';
import { jsonAnswer, type Answer } from '../answer.js';
import type { Call } from '../call.js';
import { representResolved } from '../representations/credential.js';

export function resolveCredentials({ sandbox: { world }, request }: Call): Answer {
  const { q, partyId } = request.query as { q?: string; partyId?: string };
  const holdings = q === undefined ? ofParty(world, partyId!) : world.disclosedByHandle(q.trim().toLowerCase());
  const time = world.time();
  return jsonAnswer(200, { credentials: holdings.map((holding) => representResolved(holding, time)) });
}

function ofParty(world: Call['sandbox']['world'], partyId: string): Holding[] {
  const party = world.party(partyId);
  return party === undefined ? [] : disclosedHoldings(party);
}
