/** The endpoint of a request in a contract: the operations at its path. */

import type { Request } from 'express';
import type { Contract } from '../../../contract/contract.js';
import type { Access, Operation } from '../../../contract/operation.js';
import type { PathMatch } from '../../../contract/path-matching.js';
import { PercentEncodingError } from '../../../contract/query-string.js';
import { methodInContract } from '../../../contract/reading/read-request.js';

/** The operations of a path, by method. */
export type Endpoint = PathMatch<Operation>;

/**
 * The endpoint at a path. Undefined if the contract does not have the path, or if the path is malformed.
 * @param isTolerant whether to ignore surplus slashes and the case of letters, regardless of the variant
 */
export function endpointAt(contract: Contract, path: string, isTolerant: boolean): Endpoint | undefined {
  try {
    return contract.match(path, isTolerant);
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

/** The operation of an endpoint for the method of a request. */
export function operationOf({ methods }: Endpoint, { method }: Request): Operation | undefined {
  return methods.get(methodInContract(method));
}

/** The access of an endpoint. All its operations have the same access, and so the same format of errors. */
export function accessOf({ methods }: Endpoint): Access | undefined {
  return methods.values().next().value?.access;
}
