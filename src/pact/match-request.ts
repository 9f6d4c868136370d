/** Finds the contract's operation for a request of a pact. */

import type { Contract } from '../contract/contract.js';
import type { Method } from '../contract/document.js';
import type { Operation } from '../contract/operation.js';
import { PercentEncodingError } from '../contract/query-string.js';
import type { PactRequest } from './pact-file.js';

export type RequestMatch =
  | MatchedOperation
  /** The path exists with other methods. */
  | { readonly kind: 'no-method'; readonly methods: readonly Method[] }
  | { readonly kind: 'no-path' }
  /** The percent-encoding of the path is broken, or is not UTF-8. */
  | { readonly kind: 'unreadable-path' };

export interface MatchedOperation {
  readonly kind: 'operation';
  readonly operation: Operation;
  /** Path of the service. It starts with `/api/v1` even if the pact's path is relative to the consumer's base URL. */
  readonly path: string;
  /** Decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Matches the path with and without the contract's prefix. */
export function matchRequest(contract: Contract, { method, path }: Pick<PactRequest, 'method' | 'path'>): RequestMatch {
  const rooted = path.startsWith('/') ? path : `/${path}`;
  try {
    return (
      matchAt(contract, method, rooted) ??
      matchAt(contract, method, `${contract.prefix}${rooted}`) ?? { kind: 'no-path' }
    );
  } catch (error) {
    if (error instanceof PercentEncodingError) return { kind: 'unreadable-path' };
    throw error;
  }
}

function matchAt(contract: Contract, method: string, path: string): RequestMatch | undefined {
  const match = contract.match(path);
  if (match === undefined) return undefined;
  const operation = match.methods.get(method.toLowerCase() as Method);
  if (operation === undefined) return { kind: 'no-method', methods: [...match.methods.keys()] };
  return { kind: 'operation', operation, path, pathParameters: match.parameters };
}
