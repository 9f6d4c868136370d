/** Every check there is, in the order in which a run comes by them. */

import type { Contract } from '../contract/contract.js';
import type { CheckGroup } from './check.js';
import { ALIASES } from './checks/aliases.js';
import { authentication } from './checks/authentication.js';
import { batches } from './checks/batches.js';
import { CREDENTIALS } from './checks/credentials.js';
import { dataRequests } from './checks/data-requests.js';
import { ERROR_BODIES } from './checks/error-bodies.js';
import { links } from './checks/links.js';
import { PAGING } from './checks/paging.js';
import { PARTY_FILTERS } from './checks/party-filters.js';
import { reads } from './checks/reads.js';
import { REFUSED_READS } from './checks/refused-reads.js';
import { REFUSED_WRITES } from './checks/refused-writes.js';
import { REGISTERED_EMAIL } from './checks/registered-email.js';
import { RESOLUTION } from './checks/resolution.js';
import { SCORES } from './checks/scores.js';
import { shapes } from './checks/shapes.js';
import { THROTTLING } from './checks/throttling.js';
import { tokenEndpoint } from './checks/token-endpoint.js';
import { TOKEN_REFUSALS } from './checks/token-refusals.js';
import { userQueries } from './checks/user-queries.js';

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
    REFUSED_READS,
    ERROR_BODIES,
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
