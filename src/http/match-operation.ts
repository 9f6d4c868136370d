/** Finds the operation that a request means. */

import type { Contract } from '../contract/contract.js';
import type { Method } from '../contract/document.js';
import type { Operation } from '../contract/operation.js';
import { PercentEncodingError } from '../contract/query-string.js';
import { notFound, ServiceFailure } from './service-failure.js';

export interface Matched {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * The operation at a method and path; HEAD is GET without the body.
 * @throws ServiceFailure 400, 404 or 405
 */
export function matchOperation(contract: Contract, method: string, path: string): Matched {
  const match = findPath(contract, path);
  if (match === undefined) throw notFound('There is nothing at this path.');
  const operation = match.methods.get((method === 'HEAD' ? 'get' : method.toLowerCase()) as Method);
  if (operation === undefined) {
    const allowed = [...match.methods.keys()].flatMap((known) => (known === 'get' ? ['GET', 'HEAD'] : [known.toUpperCase()]));
    throw new ServiceFailure(405, 'method_not_allowed', `The method ${method} is not allowed here.`, { headers: { Allow: allowed.join(', ') } });
  }
  return { operation, path: match.parameters };
}

function findPath(contract: Contract, path: string): ReturnType<Contract['match']> {
  try {
    return contract.match(path);
  } catch (error) {
    if (error instanceof PercentEncodingError) throw new ServiceFailure(400, 'invalid_request', `The path is ${error.message}.`);
    throw error;
  }
}
