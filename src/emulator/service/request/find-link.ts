/** The verification link whose token is in the path of a request. */

import { linkIn, type Link } from '../../domain/tokens/link-tokens.js';
import type { ServiceContext } from '../service-context.js';

/**
 * The link of a token, expired or not. Undefined if this emulator did not issue the token, or if its sandbox is gone.
 * With a shared store, the caller must take the sandbox first.
 */
export function findLink({ linkTokens, sandboxes }: ServiceContext, token: string): Link | undefined {
  const sealed = linkTokens.open(token);
  const sandbox = sealed && sandboxes.byId(sealed.sandboxId);
  return sandbox && linkIn(sandbox, sealed);
}
