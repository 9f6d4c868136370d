/** GET /institutions/me/credentials/:partyId: what one party has disclosed (specification section 4.2). */

import { disclosedHoldings } from '../../domain/world/world.js';
import { jsonAnswer, type Answer } from '../answer.js';
import type { Call } from '../call.js';
import { representCredential } from '../representations/credential.js';

export function getCredentialByPartyId({ sandbox: { world }, request }: Call): Answer {
  const party = world.party(request.path['partyId'] as string);
  const holdings = party === undefined ? [] : disclosedHoldings(party);
  const time = world.time();
  return jsonAnswer(
    200,
    holdings.map((holding) => representCredential(holding, time)),
  );
}
