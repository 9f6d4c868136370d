/** What checks observe of data requests to the party that the user named. */

import { holdsIf } from '../../check.js';
import { kindOf } from '../../describe-value.js';
import { type Json, pageIn, type ServiceExchange, successOf } from '../../exchange.js';
import type { Service } from '../../service.js';
import type { CheckFunctions } from '../functions.js';

const PROVIDER = 'REDDIT';

export const DATA_REQUESTS: CheckFunctions = {
  requests: { dataRequest: (service) => sendDataRequest(service, true) },
  looks: {
    hasNoBody: (exchange) => {
      const { text, status } = successOf(exchange);
      return holdsIf(text === '' && status === 204, text === '' ? `status ${status}, not 204` : 'it has a body');
    },
    isListed: async (exchange, _, service) => {
      successOf(exchange);
      const rows = await pendingRows(service);
      return holdsIf(
        rows.length > 0,
        'the users list has no row for the party with that provider',
        ...new Set(rows.map(({ reqStatus }) => kindOf(reqStatus, true))),
      );
    },
    canBeRepeated: async (exchange, _, service) => {
      successOf(exchange);
      const before = (await pendingRows(service)).length;
      const { status } = await sendDataRequest(service, false);
      const after = (await pendingRows(service)).length;
      return holdsIf(
        status === 204 && before === after,
        status === 204 ? `there were ${before} rows and now there are ${after}` : `the status is ${status}`,
        String(status),
        `${after - before} more rows`,
      );
    },
  },
};

/** Sends the data request: the first one of the run if it is shared, else another one. */
async function sendDataRequest(service: Service, isShared: boolean): Promise<ServiceExchange> {
  const body = { partyId: service.inputs.partyId!, providers: [PROVIDER] };
  return await service.request('createCredentialsRequest', { body, isShared });
}

async function pendingRows(service: Service): Promise<readonly Json[]> {
  const { partyId: party = '' } = service.inputs;
  const { items } = pageIn(await service.request('getUsers', { query: { search: party }, isShared: false }));
  return items.filter(({ partyId, kycProvider }) => partyId === party && kycProvider === PROVIDER);
}
