/** Finds the operation that a request may reach in any variant of the contract, before its sandbox is known. */

import type { Request } from 'express';
import type { Contract } from '../../../contract/contract.js';
import type { Access, Operation } from '../../../contract/operation.js';
import type { PathMatch } from '../../../contract/path-matching.js';
import { PercentEncodingError, splitUrl } from '../../../contract/query-string.js';
import { methodInContract } from '../../../contract/reading/read-request.js';
import type { Routed, ServedExchange } from '../exchange.js';

/**
 * Finds the operation, with a tolerance for paths that only some variants have. The operation says whether to receive a
 * body, and how to identify the caller, which is equal in all variants.
 */
export function route(exchange: ServedExchange): Routed {
  const { contracts } = exchange.context;
  const [path = ''] = splitUrl(exchange.req.url);
  const exact = endpointAt(contracts.base, path, 'exact');
  // If the exact path does not have the method, a similar path may have it in a variant.
  const hasExactOperation = exact !== undefined && operationOf(exact, exchange.req) !== undefined;
  const endpoint = hasExactOperation ? exact : endpointAt(contracts.base, path, 'tolerant');

  exchange.exactEndpoint = exact;
  exchange.path = endpoint?.parameters ?? NO_PARAMETERS;
  exchange.access = endpoint && accessOf(endpoint);
  // With an invalid header of the emulator, the request is refused whatever its caller and body are.
  if (endpoint !== undefined && 'value' in exchange.headerScenarios)
    exchange.possibleOperation = operationOf(endpoint, exchange.req);

  return exchange as Routed;
}

const NO_PARAMETERS = {};

/** The operations of a path, by method. */
export type Endpoint = PathMatch<Operation>;

/**
 * The endpoint at a path. Undefined if the contract does not have the path, or if the path is malformed.
 * @param match `tolerant` ignores surplus slashes and the case of letters, as some variants do
 */
export function endpointAt(contract: Contract, path: string, match: 'exact' | 'tolerant'): Endpoint | undefined {
  try {
    return contract.match(path, { isTolerant: match === 'tolerant' });
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

/** The operation of an endpoint for the method of a request. */
export function operationOf({ methods }: Endpoint, { method }: Request): Operation | undefined {
  return methods.get(methodInContract(method));
}

/** The access of an endpoint. All operations of an endpoint have one access, and so one format of errors. */
export function accessOf({ methods }: Endpoint): Access | undefined {
  return methods.values().next().value?.access;
}
