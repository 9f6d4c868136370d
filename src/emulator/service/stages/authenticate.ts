/** Checks that the caller may call the operation. */

import { found, valueOf, type Located, type Sought } from '../exchange.js';
import { tokenIdOf } from '../request/access-token.js';
import type { ServiceContext } from '../service-context.js';

/**
 * Checks the access token by the clock of its sandbox. The token endpoint itself checks client secrets.
 * @throws ServiceError 401 if a valid access token is required; 400, 413 or 415 if the form of a token request cannot
 * be read; after that, the reason if there is no operation: in a variant, only callers with a valid token learn it
 */
export function authenticate(context: ServiceContext, exchange: Sought): Located {
  if (exchange.access === 'bearer' || isCheckedAnyway(exchange)) exchange.tokenId = tokenIdOf(context, exchange);
  if (exchange.access === 'client') valueOf(exchange.body);

  const operation = valueOf(exchange.located);
  return found(exchange, { operation, access: operation.access });
}

/** Whether, in a variant, a token must be valid even though the operation needs none. */
function isCheckedAnyway({ access, contract, req }: Sought): boolean {
  const isSent = access === 'public' && req.headers.authorization !== undefined;
  return isSent && contract.document['x-public-tokens'] === 'checked';
}
