/** All checks, in the order of a run. */

import type { Contract } from '../../../contract/contract.js';
import type { CheckGroup } from '../check.js';
import type { Probe } from '../connect.js';
import { ALIASES } from './aliases.js';
import { authentication } from './access/authentication.js';
import { BATCHES } from './writes/batches.js';
import { CREDENTIALS } from './credentials.js';
import { DATA_REQUESTS } from './writes/data-requests.js';
import { ERROR_BODIES } from './error-bodies.js';
import { GATEWAY } from './access/gateway.js';
import { groupOf } from './group.js';
import { LINKS } from './writes/links.js';
import { PAGING } from './lists/paging.js';
import { PARTY_FILTERS } from './lists/party-filters.js';
import { READS } from './reads.js';
import { REFUSED_READS } from './refused-reads.js';
import { REFUSED_WRITES } from './writes/refused-writes.js';
import { REGISTERED_EMAIL } from './registered-email.js';
import { RESOLUTION } from './resolution.js';
import { SCORES } from './scores.js';
import { shapes } from './shapes.js';
import { STANDING } from './standing.js';
import { THROTTLING } from './access/throttling.js';
import { TOKEN_ENDPOINT } from './access/token-endpoint.js';
import { TOKEN_REFUSALS } from './access/token-refusals.js';
import { userQueries } from './lists/user-queries.js';

/** The first request of a run with an access token: shows whether the server is the service. */
export const PROBE: Probe = { operation: 'getUsers', subject: 'the users list', body: 'page of users' };

/** The groups of one run. */
export function checkGroups(contract: Contract): readonly CheckGroup[] {
  return [
    TOKEN_ENDPOINT,
    TOKEN_REFUSALS,
    authentication(contract),
    READS,
    PAGING,
    PARTY_FILTERS,
    userQueries(contract),
    RESOLUTION,
    CREDENTIALS,
    SCORES,
    STANDING,
    REFUSED_READS,
    ERROR_BODIES,
    GATEWAY,
    LINKS,
    BATCHES,
    REFUSED_WRITES,
    DATA_REQUESTS,
    REGISTERED_EMAIL,
    ALIASES,
    shapes(contract),
    THROTTLING,
  ].map((group) => groupOf(contract, group));
}
