/** GET /institutions/me/credentials: what parties have disclosed (specification section 4.2, rule 3). */

import { listedCredentials } from '../../domain/world/party-lists.js';
import { representCredential } from '../representations/credential.js';
import type { ServiceResponse } from '../service-response.js';
import type { OperationCall } from './call.js';
import { listPreparation, respondWithList } from './requested-parties.js';

export function getCredentials(call: OperationCall): ServiceResponse {
  return respondWithList(call, listedCredentials(call.rules), (holding) => representCredential(holding, call));
}

/** A selection of the credentials of a large population. */
export const prepareCredentials = listPreparation(listedCredentials);
