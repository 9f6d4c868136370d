/** All checks, in the order of a run. */

import type { Contract } from '../../../contract/contract.js';
import type { CheckGroup } from '../check.js';
import type { Probe } from '../connect.js';
import { ACCESS } from './access.js';
import { checkGroup } from './build-checks.js';
import { CREDENTIALS } from './credentials.js';
import { type CheckFunctions, SUCCESS } from './functions.js';
import { specFile } from './group-file.js';
import { FILTERS } from './lists/filters.js';
import { PAGING } from './lists/pages.js';
import { USER_QUERIES } from './lists/user-queries.js';
import { REFUSALS } from './refusals.js';
import { RESOLUTION } from './resolution.js';
import { SCORES } from './scores.js';
import { shapes } from './shapes.js';
import { STANDING } from './standing.js';
import { BATCHES } from './writes/batches.js';
import { DATA_REQUESTS } from './writes/data-requests.js';
import { LINKS } from './writes/links.js';

/** The first request of a run with an access token: shows whether the server is the service. */
export const PROBE: Probe = { operation: 'getUsers', subject: 'the users list', body: 'page of users' };

/** What group files may call. Each name occurs once. */
const ALL: readonly CheckFunctions[] = [
  SUCCESS,
  ACCESS,
  REFUSALS,
  PAGING,
  FILTERS,
  USER_QUERIES,
  RESOLUTION,
  CREDENTIALS,
  SCORES,
  STANDING,
  LINKS,
  BATCHES,
  DATA_REQUESTS,
];
const FUNCTIONS: Required<CheckFunctions> = {
  requests: Object.fromEntries(ALL.flatMap(({ requests = {} }) => Object.entries(requests))),
  looks: Object.fromEntries(ALL.flatMap(({ looks = {} }) => Object.entries(looks))),
  runs: Object.fromEntries(ALL.flatMap(({ runs = {} }) => Object.entries(runs))),
};

/** The groups of one run. */
export function checkGroups(contract: Contract): readonly CheckGroup[] {
  return [
    // Those that send requests, in the order of the run.
    ...(specFile('conformance-groups') as readonly string[]).map((name) => checkGroup(contract, name, FUNCTIONS)),
    shapes(contract),
    checkGroup(contract, 'throttling', FUNCTIONS),
  ];
}
