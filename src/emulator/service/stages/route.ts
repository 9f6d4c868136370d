/** Finds where a request may lead before its sandbox is known: to an operation in any variant. */

import { splitUrl } from '../../../contract/query-string.js';
import { found, type Routed, type ServedExchange } from '../exchange.js';
import { accessOf, endpointAt, operationOf } from '../request/endpoint.js';
import type { ServiceContext } from '../service-context.js';

/**
 * Finds the operation with a tolerance that only some variants have. It says whether to receive a body, and how to
 * identify the caller: in all variants, an operation has the same of both.
 */
export function route({ contracts }: ServiceContext, exchange: ServedExchange): Routed {
  const [path = ''] = splitUrl(exchange.req.url);
  const exact = endpointAt(contracts.base, path, false);
  const isExact = exact !== undefined && operationOf(exact, exchange.req) !== undefined;
  const endpoint = isExact ? exact : endpointAt(contracts.base, path, true);
  exchange.endpoint = exact;
  if (endpoint === undefined) return found(exchange, { path: NO_PARAMETERS });

  exchange.access = accessOf(endpoint);
  // Otherwise the request is refused, whoever sends it and whatever its body is.
  if ('value' in exchange.headerScenarios) exchange.routed = operationOf(endpoint, exchange.req);
  return found(exchange, { path: endpoint.parameters });
}

const NO_PARAMETERS = {};
