/** GET /institutions/me/credentials: what parties have disclosed (specification section 4.2, rule 3). */

import { disclosedHoldings } from '../../domain/world/world.js';
import { jsonAnswer, type Answer } from '../answer.js';
import { askedParties } from '../asked-parties.js';
import type { Call } from '../call.js';
import { representCredential } from '../representations/credential.js';
import { listOf, pageOf } from '../representations/page.js';

export function getCredentials({ sandbox: { world, disclosed }, request, time, showsEmail }: Call): Answer {
  const asked = askedParties(world, request.query);
  const list = asked === undefined ? disclosed.credentials() : listOf(asked.flatMap(disclosedHoldings));
  return jsonAnswer(
    200,
    pageOf(list, request.query, (holding) => representCredential(holding, time, showsEmail)),
  );
}
