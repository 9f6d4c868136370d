/** GET /institutions/me/credentials: what parties have disclosed (specification section 4.2, rule 3). */

import { listedCredentials } from '../../domain/world/party-lists.js';
import { representCredential } from '../representations/rows.js';
import type { OperationHandler } from './call.js';
import { respondWithList } from './requested-parties.js';

export const getCredentials: OperationHandler = (call) => {
  return respondWithList(call, listedCredentials(call.rules), (holding) => representCredential(holding, call));
};
