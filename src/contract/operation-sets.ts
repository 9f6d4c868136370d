/** Names for sets of operations, so that a file can name a set instead of listing operations one by one. */

import type { Operation } from './operation.js';

const MEMBERSHIP = {
  /** Every operation. */
  all: () => true,
  /** Every operation but the token endpoint. */
  api: isApi,
  /** Operations that require an access token. */
  bearer: ({ access }) => access === 'bearer',
  /** Operations of the API that change nothing. */
  reads: (operation) => isApi(operation) && operation.method === 'get',
  /** Operations of the API that change something. */
  writes: (operation) => isApi(operation) && operation.method !== 'get',
  /** Operations that return a list page by page; the contract tags them `lists`. */
  lists: ({ tags }) => tags.includes('lists'),
} satisfies Readonly<Record<string, (operation: Operation<string>) => boolean>>;

export type OperationSet = keyof typeof MEMBERSHIP;

/** The names of the sets. */
export const OPERATION_SETS = Object.keys(MEMBERSHIP) as readonly OperationSet[];

/** The IDs of the operations in a set, in the order of `operations`. */
export function operationsInSet<Id extends string>(set: OperationSet, operations: Iterable<Operation<Id>>): Id[] {
  return [...operations].filter(MEMBERSHIP[set]).map(({ id }) => id);
}

/** Whether an operation belongs to the API. Only the token endpoint takes the credentials of a client. */
function isApi({ access }: Operation<string>): boolean {
  return access !== 'client';
}
