/** All checks, in the order of a run. */

import type { Contract } from '../../../contract/contract.js';
import type { CheckGroup } from '../check.js';
import type { Probe } from '../connect.js';
import { ALIASES } from './aliases.js';
import { authentication } from './access/authentication.js';
import { batches } from './writes/batches.js';
import { CREDENTIALS } from './credentials.js';
import { dataRequests } from './writes/data-requests.js';
import { ERROR_BODIES } from './error-bodies.js';
import { GATEWAY } from './access/gateway.js';
import { links } from './writes/links.js';
import { PAGING } from './lists/paging.js';
import { PARTY_FILTERS } from './lists/party-filters.js';
import { reads } from './reads.js';
import { REFUSED_READS } from './refused-reads.js';
import { REFUSED_WRITES } from './writes/refused-writes.js';
import { REGISTERED_EMAIL } from './registered-email.js';
import { RESOLUTION } from './resolution.js';
import { SCORES } from './scores.js';
import { shapes } from './shapes.js';
import { STANDING } from './standing.js';
import { THROTTLING } from './access/throttling.js';
import { tokenEndpoint } from './access/token-endpoint.js';
import { TOKEN_REFUSALS } from './access/token-refusals.js';
import { userQueries } from './lists/user-queries.js';

/** The first request of a run with an access token: shows whether the server is the service. */
export const PROBE: Probe = { operation: 'getUsers', subject: 'the users list', body: 'page of users' };

/** The groups of one run. */
export function checkGroups(contract: Contract): readonly CheckGroup[] {
  return [
    tokenEndpoint(contract),
    TOKEN_REFUSALS,
    authentication(contract),
    reads(contract),
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
    links(contract),
    batches(contract),
    REFUSED_WRITES,
    dataRequests(contract),
    REGISTERED_EMAIL,
    ALIASES,
    shapes(contract),
    THROTTLING,
  ];
}
