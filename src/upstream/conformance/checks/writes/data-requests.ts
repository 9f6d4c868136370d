/** Data requests to the party that the user named, and to no other. */

import { holdsIf } from '../../check.js';
import { type Exchange, type Json, pageIn, successOf } from '../../exchange.js';
import type { Service } from '../../service.js';
import { kindOf } from '../../describe-value.js';
import { type CheckRows, type GroupTables, point, section } from '../table.js';

const PROVIDER = 'REDDIT';

const ROWS: CheckRows = {
  empty: section('4.2').expect('the response has no body', (exchange) => {
    const { text, status } = successOf(exchange);
    return holdsIf(text === '' && status === 204, text === '' ? `status ${status}, not 204` : 'it has a body');
  }),
  effect: point('createCredentialsRequest:effect').expect(
    'the request is a row of the users list',
    async (exchange, service) => {
      successOf(exchange);
      const rows = await pendingRows(service);
      return holdsIf(
        rows.length > 0,
        'the users list has no row for the party with that provider',
        ...new Set(rows.map(({ reqStatus }) => kindOf(reqStatus, true))),
      );
    },
  ),
  repetition: point('createCredentialsRequest:repetition').expect(
    'the same request again changes nothing, and succeeds',
    async (exchange, service) => {
      successOf(exchange);
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
  ),
};

const request = (service: Service): Promise<Exchange> => send(service, true);

export const DATA_REQUESTS: GroupTables = {
  name: 'data-requests',
  title: 'data requests',
  needs: ['write', 'named-party'],
  valid: [{ operation: 'createCredentialsRequest', subject: 'a data request' }],
  rows: ROWS,
  request,
};

/** Sends the data request: the first one of the run if it is shared, else another one. */
async function send(service: Service, isShared: boolean): Promise<Exchange> {
  const body = { partyId: service.inputs.partyId!, providers: [PROVIDER] };
  return await service.request('createCredentialsRequest', { body, isShared });
}

async function pendingRows(service: Service): Promise<readonly Json[]> {
  const { partyId: party = '' } = service.inputs;
  const { items } = pageIn(await service.request('getUsers', { query: { search: party }, isShared: false }));
  return items.filter(({ partyId, kycProvider }) => partyId === party && kycProvider === PROVIDER);
}
