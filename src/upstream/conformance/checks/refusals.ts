/** What checks observe of requests that are rejected, or that find nothing. */

import { holdsIf, holdsUnless, type Observation } from '../check.js';
import { objectsIn, type ServiceExchange } from '../exchange.js';
import { requestOperation } from './example-values.js';
import { type CheckFunctions, hasStatus } from './functions.js';
import type { Call } from './group-file.js';

export const REFUSED_READS: CheckFunctions = {
  looks: {
    isEmptyList: ({ status, body }) => {
      const isEmpty = Array.isArray(body) && body.length === 0;
      return holdsIf(
        status === 200 && isEmpty,
        `status ${status}${isEmpty ? '' : ' without an empty list'}, not 200 with an empty list`,
        String(status),
        isEmpty ? 'an empty list' : 'no empty list',
      );
    },
    findsNothing,
  },
};

/** Holds if a look-up finds nothing. */
export function findsNothing(exchange: ServiceExchange, wanted: string): Observation {
  const { length } = objectsIn(exchange, 'credentials');
  return holdsIf(length === 0, `${length} credentials were found for ${wanted}`);
}

export const REFUSED_WRITES: CheckFunctions = {
  runs: {
    allReturn400: async (service, requests: readonly Call[]) => {
      const all = [];
      for (const request of requests) all.push(hasStatus(await requestOperation(service, request), 400));
      return holdsUnless(
        all.flatMap((one) => ('why' in one ? [one.why] : [])),
        ...all.flatMap((one) => ('seen' in one ? one.seen : [])),
      );
    },
  },
};
