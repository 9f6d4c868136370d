/** Finds the operation that a request may reach in any variant, before its sandbox is known. */

import { splitUrl } from '../../../contract/query-string.js';
import { found, type Routed, type ServedExchange } from '../exchange.js';
import { accessOf, endpointAt, operationOf } from '../request/endpoint.js';
import type { ServiceContext } from '../service-context.js';

/**
 * Finds the operation, with a tolerance for paths that only some variants have. The operation says whether to receive a
 * body, and how to identify the caller. Both are the same in all variants.
 */
export function route({ contracts }: ServiceContext, exchange: ServedExchange): Routed {
  const [path = ''] = splitUrl(exchange.req.url);
  const exact = endpointAt(contracts.base, path, false);
  const isExact = exact !== undefined && operationOf(exact, exchange.req) !== undefined;
  const endpoint = isExact ? exact : endpointAt(contracts.base, path, true);
  exchange.endpoint = exact;
  if (endpoint === undefined) return found(exchange, { path: NO_PARAMETERS });

  exchange.access = accessOf(endpoint);
  // With an invalid header, the request is refused regardless of caller and body.
  if ('value' in exchange.headerScenarios) exchange.routed = operationOf(endpoint, exchange.req);
  return found(exchange, { path: endpoint.parameters });
}

const NO_PARAMETERS = {};
