/** Finds the operation that a request means. */

import type { Contract } from '../../contract/contract.js';
import type { Method } from '../../contract/document.js';
import type { Operation } from '../../contract/operation.js';
import type { PathMatch } from '../../contract/path-matching.js';
import { PercentEncodingError } from '../../contract/query-string.js';
import { notFound, ServiceFailure } from '../service-failure.js';
import { suggestPath } from '../../contract/suggestions.js';

export interface Matched {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * The endpoint at a path.
 * @throws ServiceFailure 400 or 404
 */
export function matchPath(contract: Contract, method: string, path: string): PathMatch<Operation> {
  let match;
  try {
    match = contract.match(path);
  } catch (error) {
    if (error instanceof PercentEncodingError)
      throw new ServiceFailure(400, 'invalid_request', `The path is ${error.message}.`);
    throw error;
  }
  if (match === undefined) throw notFound('There is nothing at this path.', suggestPath(contract, method, path));
  return match;
}

/**
 * The operation of an endpoint for a method; HEAD is GET without the body.
 * @throws ServiceFailure 405
 */
export function matchMethod({ methods, parameters }: PathMatch<Operation>, method: string): Matched {
  const operation = methods.get((method === 'HEAD' ? 'get' : method.toLowerCase()) as Method);
  if (operation !== undefined) return { operation, path: parameters };
  const allowed = [...methods.keys()].flatMap((known) => (known === 'get' ? ['GET', 'HEAD'] : [known.toUpperCase()]));
  throw new ServiceFailure(405, 'method_not_allowed', `The method ${method} is not allowed here.`, {
    headers: { Allow: allowed.join(', ') },
  });
}
