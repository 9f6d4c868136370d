/** The verification link whose token is in the path of a request. */

import { whenReady, type Awaitable } from '../../../common/awaitable.js';
import { linkIn, type Link } from '../../domain/tokens/link-tokens.js';
import type { ServiceContext } from '../service-context.js';

/**
 * The link of a token, expired or not. Undefined if this emulator has not issued the token, or if its sandbox is gone.
 * Rejects with a `StoreError` if the sandbox cannot be read.
 */
export function findLink(
  { linkTokens, lookup }: Pick<ServiceContext, 'linkTokens' | 'lookup'>,
  token: string,
): Awaitable<Link | undefined> {
  const sealed = linkTokens.open(token);
  return sealed && whenReady(lookup.byId(sealed.sandboxId), (sandbox) => sandbox && linkIn(sandbox, sealed));
}
