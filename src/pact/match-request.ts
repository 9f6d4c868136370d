/** A request of a pact beside the contract: finds its operation, and reads its body as the operation does. */

import type { Contract } from '../contract/contract.js';
import type { Method } from '../contract/document.js';
import { mediaTypeOf } from '../contract/headers.js';
import type { Operation } from '../contract/operation.js';
import { firstValues, parseFormIfReadable, PercentEncodingError } from '../contract/query-string.js';
import type { PactBody, PactRequest } from './pact-file.js';

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
    const relative = (): RequestMatch | undefined => matchAt(contract, method, `${contract.prefix}${rooted}`);
    return matchAt(contract, method, rooted) ?? relative() ?? { kind: 'no-path' };
  } catch (error) {
    if (error instanceof PercentEncodingError) return { kind: 'unreadable-path' };
    throw error;
  }
}

/** The operation that the request matches; undefined if there is none. */
export function matchOperation(
  contract: Contract,
  request: Pick<PactRequest, 'method' | 'path'>,
): MatchedOperation | undefined {
  const match = matchRequest(contract, request);
  return match.kind === 'operation' ? match : undefined;
}

function matchAt(contract: Contract, method: string, path: string): RequestMatch | undefined {
  const match = contract.match(path);
  if (match === undefined) return undefined;
  const operation = match.methods.get(method.toLowerCase() as Method);
  if (operation === undefined) return { kind: 'no-method', methods: [...match.methods.keys()] };
  return { kind: 'operation', operation, path, pathParameters: match.parameters };
}

/** The body as a JSON value: a form as its fields. Undefined if the operation takes none, or none is sent. */
export function requestBodyOf({ body }: PactRequest, operation: Operation | undefined): unknown {
  if (operation?.body === undefined || body === undefined || body.content === '') return undefined;
  return operation.body.mediaType === 'application/json' ? body.content : formFields(body.content);
}

/** Whether there is no body: in every version of the Pact specification, an empty text and null mean that. */
export function isEmptyBody({ content }: PactBody): boolean {
  return content === '' || content === null;
}

/** Whether a content type is that of a form. Media types are in any case (RFC 9110 section 8.3.1). */
export function isForm(contentType: string | undefined): boolean {
  return mediaTypeOf(contentType) === 'application/x-www-form-urlencoded';
}

/** The fields, each with its first value. Content that is not text, or cannot be decoded, is returned unchanged. */
export function formFields(content: unknown): unknown {
  const fields = typeof content === 'string' ? parseFormIfReadable(content) : undefined;
  return fields === undefined ? content : firstValues(fields);
}
