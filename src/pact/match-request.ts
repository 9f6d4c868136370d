/** Which operation of the contract a pact's request is for. */

import type { Contract } from '../contract/contract.js';
import type { Method } from '../contract/document.js';
import type { Operation } from '../contract/operation.js';
import { PercentEncodingError } from '../contract/query-string.js';
import type { PactRequest } from './pact-file.js';

export type RequestMatch =
  | MatchedOperation
  /** The path exists, but not with this method. */
  | { readonly kind: 'no-method'; readonly methods: readonly Method[] }
  | { readonly kind: 'no-path' };

export interface MatchedOperation {
  readonly kind: 'operation';
  readonly operation: Operation;
  /** As the service knows it: `/api/v1` is put before a path that a consumer has relative to its base address. */
  readonly path: string;
  /** Decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Finds the operation. */
export function matchRequest(contract: Contract, { method, path }: Pick<PactRequest, 'method' | 'path'>): RequestMatch {
  const rooted = path.startsWith('/') ? path : `/${path}`;
  const [found] = [rooted, `${contract.prefix}${rooted}`].flatMap((candidate) => {
    const match = matchPath(contract, candidate);
    return match === undefined ? [] : [{ candidate, match }];
  });
  if (found === undefined) return { kind: 'no-path' };
  const { candidate, match } = found;
  const operation = match.methods.get(method.toLowerCase() as Method);
  if (operation === undefined) return { kind: 'no-method', methods: [...match.methods.keys()] };
  return { kind: 'operation', operation, path: candidate, pathParameters: match.parameters };
}

function matchPath(contract: Contract, path: string): ReturnType<Contract['match']> {
  try {
    return contract.match(path);
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}
