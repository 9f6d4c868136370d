/** GET /institutions/me/credentials: what parties have disclosed (specification section 4.2, rule 3). */

import { disclosedHoldings } from '../../domain/world/model.js';
import { jsonResponse } from '../../contract/response.js';
import type { ServiceResponse } from '../service-response.js';
import { requestedParties } from './requested-parties.js';
import type { Call } from './call.js';
import { representCredential } from '../representations/credential.js';
import { listOf, pageOf } from '../representations/page.js';

export function getCredentials({ sandbox: { world, disclosed }, request, time, showsEmail }: Call): ServiceResponse {
  const requested = requestedParties(world, request.query);
  const list = requested === undefined ? disclosed.credentials() : listOf(requested.flatMap(disclosedHoldings));
  return jsonResponse(
    200,
    pageOf(list, request.query, (holding) => representCredential(holding, time, showsEmail)),
  );
}
