/** The verification link whose token is in the path of a request. */

import { linkIn, type Link } from '../../domain/tokens/link-tokens.js';
import type { ServiceContext } from '../service-context.js';

/**
 * The link of a token, expired or not. Undefined if this emulator has not issued the token, or if its sandbox is gone.
 * Rejects with a `StoreError` if the sandbox cannot be read.
 */
export async function findLink(
  { linkTokens, lookup }: Pick<ServiceContext, 'linkTokens' | 'lookup'>,
  token: string,
): Promise<Link | undefined> {
  const sealed = linkTokens.open(token);
  if (sealed === undefined) return undefined;

  const sandbox = await lookup.byId(sealed.sandboxId);
  return sandbox && linkIn(sandbox, sealed);
}
