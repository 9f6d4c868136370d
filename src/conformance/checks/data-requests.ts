/** Data requests to the party that the user named, and to no other. */

import type { Contract } from '../../contract/contract.js';
import { type Check, type CheckGroup, holdsIf } from '../check.js';
import type { Need } from './inputs.js';
import type { Exchange } from '../exchange.js';
import { type Json, pageIn, successOf } from '../read-response.js';
import type { Service } from '../service.js';
import { kindOf } from '../describe-value.js';
import { successChecks } from './response-checks.js';

const GROUP = 'data-requests';
const NEEDS: readonly Need[] = ['write', 'named-party'];
const PROVIDER = 'REDDIT';

const CHECKS: readonly Check[] = [
  {
    id: 'data-requests.empty',
    title: 'the response has no body',
    section: '4.2',
    needs: NEEDS,
    run: async (service) => {
      const { text, status } = successOf(await request(service));
      return holdsIf(text === '' && status === 204, text === '' ? `status ${status}, not 204` : 'it has a body');
    },
  },
  {
    id: 'data-requests.effect',
    title: 'the request is a row of the users list',
    point: 'createCredentialsRequest:effect',
    needs: NEEDS,
    run: async (service) => {
      successOf(await request(service));
      const rows = await pendingRows(service);
      return holdsIf(
        rows.length > 0,
        'the users list has no row for the party with that provider',
        ...new Set(rows.map(({ reqStatus }) => kindOf(reqStatus, true))),
      );
    },
  },
  {
    id: 'data-requests.repetition',
    title: 'the same request again changes nothing, and succeeds',
    point: 'createCredentialsRequest:repetition',
    needs: NEEDS,
    run: async (service) => {
      successOf(await request(service));
      const before = (await pendingRows(service)).length;
      const { status } = await send(service, false);
      const after = (await pendingRows(service)).length;
      return holdsIf(
        status === 204 && before === after,
        status === 204 ? `there were ${before} rows and now there are ${after}` : `the status is ${status}`,
        String(status),
        `${after - before} more rows`,
      );
    },
  },
];

/** The group. */
export function dataRequests(contract: Contract): CheckGroup {
  const happy = successChecks(contract, {
    operation: 'createCredentialsRequest',
    group: GROUP,
    subject: 'a data request',
    section: '4.2',
    needs: NEEDS,
    request: request,
  });
  return { name: GROUP, title: 'data requests', checks: [...happy, ...CHECKS] };
}

/** The first request of the run. */
async function request(service: Service): Promise<Exchange> {
  return await send(service, true);
}

async function send(service: Service, isShared: boolean): Promise<Exchange> {
  return await service.request('createCredentialsRequest', {
    body: { partyId: service.inputs.partyId!, providers: [PROVIDER] },
    isShared,
  });
}

async function pendingRows(service: Service): Promise<readonly Json[]> {
  const { items } = pageIn(
    await service.request('getUsers', { query: { search: service.inputs.partyId! }, isShared: false }),
  );
  return items.filter(({ partyId, kycProvider }) => partyId === service.inputs.partyId && kycProvider === PROVIDER);
}
