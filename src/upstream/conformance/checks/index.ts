/** All checks, in the order of a run. */

import type { Contract } from '../../../contract/contract.js';
import type { CheckGroup } from '../check.js';
import type { Probe } from '../connect.js';
import { THROTTLING } from './access/throttling.js';
import { AUTHENTICATION, GATEWAY, TOKEN, TOKEN_REFUSALS } from './access/tokens.js';
import { checkGroup } from './build-checks.js';
import { CREDENTIALS } from './credentials.js';
import { ERROR_BODIES } from './error-bodies.js';
import type { CheckFunctions } from './functions.js';
import { groupFile } from './group-file.js';
import { PARTY_FILTERS, REGISTERED_EMAIL } from './lists/filters.js';
import { PAGING } from './lists/pages.js';
import { USER_QUERIES } from './lists/user-queries.js';
import { REFUSED_READS, REFUSED_WRITES } from './refusals.js';
import { ALIASES, RESOLUTION } from './resolution.js';
import { SCORES } from './scores.js';
import { shapes } from './shapes.js';
import { STANDING } from './standing.js';
import { BATCHES } from './writes/batches.js';
import { DATA_REQUESTS } from './writes/data-requests.js';
import { LINKS } from './writes/links.js';

/** The first request of a run with an access token: shows whether the server is the service. */
export const PROBE: Probe = { operation: 'getUsers', subject: 'the users list', body: 'page of users' };

/** The functions of each group, by the name of its file, in the order of the run. */
const FUNCTIONS: Readonly<Record<string, CheckFunctions>> = {
  token: TOKEN,
  'token-refusals': TOKEN_REFUSALS,
  authentication: AUTHENTICATION,
  reads: {},
  paging: PAGING,
  'party-filters': PARTY_FILTERS,
  'user-queries': USER_QUERIES,
  resolution: RESOLUTION,
  credentials: CREDENTIALS,
  scores: SCORES,
  standing: STANDING,
  'refused-reads': REFUSED_READS,
  'error-bodies': ERROR_BODIES,
  gateway: GATEWAY,
  links: LINKS,
  batches: BATCHES,
  'refused-writes': REFUSED_WRITES,
  'data-requests': DATA_REQUESTS,
  'registered-email': REGISTERED_EMAIL,
  aliases: ALIASES,
};

/** The groups of one run. */
export function checkGroups(contract: Contract): readonly CheckGroup[] {
  return [
    ...Object.entries(FUNCTIONS).map(([name, functions]) => checkGroup(contract, name, groupFile(name), functions)),
    shapes(contract),
    checkGroup(contract, 'throttling', groupFile('throttling'), THROTTLING),
  ];
}
