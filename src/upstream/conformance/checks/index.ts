/** All checks, in the order of a run. */

import type { Contract } from '../../../contract/contract.js';
import { shapePoints } from '../../evidence/looks/values/shape-points.js';
import { type CheckGroup, unseen } from '../check.js';
import type { Probe } from '../connect.js';
import { ACCESS } from './access.js';
import { checkGroup } from './build-checks.js';
import { FILTERS } from './filters.js';
import { type CheckFunctions, SUCCESS } from './functions.js';
import { specFile } from './group-file.js';
import { PAGING } from './pages.js';
import { PARTIES } from './parties.js';
import { WRITES } from './writes.js';

/** The first request of a run with an access token: shows whether the server is the service. */
export const PROBE: Probe = { operation: 'getUsers', subject: 'the users list', body: 'page of users' };

/** What group files may call. Each name occurs once. */
const ALL: readonly CheckFunctions[] = [SUCCESS, ACCESS, PAGING, FILTERS, PARTIES, WRITES];
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

/** Checks of values of responses: enumerations, forms and ranges of the contract. They send no requests. */
function shapes(contract: Contract): CheckGroup {
  const checks = shapePoints(contract).map(({ id, subject }) => ({
    id: `shapes.${id}`,
    title: `${subject} match the contract`,
    point: id,
    run: () => unseen('no response contains such a value'),
  }));
  return { name: 'shapes', title: 'values in all responses', checks };
}
