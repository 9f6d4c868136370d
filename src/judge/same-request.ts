/** Tells whose request it is, and whether two are the same. */

import { type Exchange, mediaTypeOf } from '../journal/exchange.js';

/**
 * A text that is the same for requests that are the same: of one client, down to the body. Undefined where that cannot
 * be told: nobody knows whether two requests without a client come from one caller, and a body that was not kept may
 * have been another one.
 */
export function identityOf({ clientId, method, path, query, request }: Exchange): string | undefined {
  const { body, headers } = request;
  if (clientId === undefined || (body !== undefined && 'omitted' in body)) return undefined;
  return JSON.stringify([clientId, method, path, query, mediaTypeOf(headers), body]);
}

/** The exchanges under each key, in order; those without a key are left out. */
export function groupBy(
  exchanges: readonly Exchange[],
  keyOf: (exchange: Exchange) => string | undefined,
): Exchange[][] {
  const groups = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const key = keyOf(exchange);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [exchange]);
    else group.push(exchange);
  }
  return [...groups.values()];
}

/** The exchanges of each client, in order. */
export function byClient(exchanges: readonly Exchange[]): Exchange[][] {
  return groupBy(exchanges, ({ clientId }) => clientId);
}
