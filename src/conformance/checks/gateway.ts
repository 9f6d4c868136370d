/** What a gateway in front of the service may add to its responses. */

import type { CheckGroup, Observation } from '../check.js';
import { holdsIf } from '../check.js';
import type { Exchange } from '../exchange.js';
import { UNKNOWN } from './examples.js';

/** The group. */
export const GATEWAY: CheckGroup = {
  name: 'gateway',
  title: 'headers of gateways',
  checks: [
    {
      id: 'gateway.compression',
      title: 'responses are not compressed',
      point: 'service:compression',
      run: async (service) => hasNo(await service.request('getUsers'), 'content-encoding'),
    },
    {
      id: 'gateway.request-id',
      title: 'responses have no X-Request-Id',
      point: 'service:request-id',
      run: async (service) => hasNo(await service.request('getUsers'), 'x-request-id'),
    },
    {
      id: 'gateway.cors',
      title: 'web pages of other origins cannot read the public check',
      point: 'checkVerificationStatus:cors',
      run: async (service) =>
        hasNo(
          await service.request('checkVerificationStatus', { path: { token: UNKNOWN.link } }),
          'access-control-allow-origin',
        ),
    },
  ],
};

/** The value of a header may name a person or an address, so only its presence is reported. */
function hasNo({ headers }: Exchange, name: string): Observation {
  const isAbsent = headers[name] === undefined;
  return holdsIf(isAbsent, `the response has ${name}`, isAbsent ? 'nothing' : name);
}
