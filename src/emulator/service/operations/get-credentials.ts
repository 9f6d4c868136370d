/** GET /institutions/me/credentials: what parties have disclosed (specification section 4.2, rule 3). */

import { listedCredentials } from '../../domain/world/party-lists.js';
import { representCredential } from '../representations/credential.js';
import type { ServiceResponse } from '../service-response.js';
import type { OperationCall } from './call.js';
import { respondWithList } from './requested-parties.js';

export function getCredentials(call: OperationCall): ServiceResponse {
  return respondWithList(call, listedCredentials(call.rules), (holding) => representCredential(holding, call));
}
