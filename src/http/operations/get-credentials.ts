/** GET /institutions/me/credentials: what parties have disclosed (specification section 4.2, rule 3). */

import { disclosedHoldings } from '../../domain/world/world.js';
import { jsonAnswer, type Answer } from '../answer.js';
import type { Call } from '../call.js';
import { representCredential } from '../representations/credential.js';
import { listOf, pageOf } from '../representations/page.js';

export function getCredentials({ sandbox: { world, disclosed }, request }: Call): Answer {
  const time = world.time();
  const { partyIds } = request.query as { partyIds?: readonly string[] };
  const list = partyIds === undefined ? disclosed.credentials() : listOf(ofParties(world, partyIds));
  return jsonAnswer(
    200,
    pageOf(list, request.query, (holding) => representCredential(holding, time)),
  );
}

/** What the parties have disclosed, in the order of the request, each party once. */
function ofParties(world: Call['sandbox']['world'], partyIds: readonly string[]): ReturnType<typeof disclosedHoldings> {
  return [...new Set(partyIds)].flatMap((partyId) => {
    const party = world.party(partyId);
    return party === undefined ? [] : disclosedHoldings(party);
  });
}
