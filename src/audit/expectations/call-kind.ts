/** Kinds of calls, by what it means to send one again. */

import type { Operation } from '../../contract/operation.js';

/**
 * `read`: changes nothing; `token`: another token does no harm; `link`: another link does no harm, but is one more;
 * `request`: asks a person, who would be asked twice.
 */
export const CALL_KINDS = ['read', 'token', 'link', 'request'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

export function callKindOf({ id, method, access }: Operation<string>): CallKind {
  if (access === 'client') return 'token';
  if (method === 'get') return 'read';
  return id === 'createCredentialsRequest' ? 'request' : 'link';
}
