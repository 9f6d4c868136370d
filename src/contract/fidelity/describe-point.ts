/** A point in words, for lists in which its ID stands beside it. */

import type { FidelityPoint } from './point.js';

/** Components that are called otherwise in the contract than on the wire. */
const CALLED_OTHERWISE = /^\/components\/(?!schemas\/)/;
const OPERATION_BEFORE = /^\w+: /;

/**
 * Its note; before it what the point is, where its ID does not say that: `RetryAfter` is the header Retry-After.
 * @param withOperations whether to end with the operations that it belongs to
 */
export function describePoint({ note, subject, where, operations }: FidelityPoint, withOperations = false): string {
  const name = CALLED_OTHERWISE.test(where) ? [subject.replace(OPERATION_BEFORE, '')] : [];
  const words = [...name, ...(note === undefined ? [] : [note])].join(': ');
  return withOperations ? `${words} (${operations.join(', ')})`.trim() : words;
}
