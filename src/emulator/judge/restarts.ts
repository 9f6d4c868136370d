/** Tells the processes of a client apart: each process requests its own access token. */

import type { Exchange } from '../journal/exchange.js';

/**
 * The token requests with which a process may have begun. From such a request on, no exchange uses a connection or an
 * access token of the exchanges before.
 */
export function beginningsIn(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  /** The position of the last exchange with each token and connection. */
  const lastUse = new Map<string | number, number>();
  for (const [at, exchange] of exchanges.entries()) for (const id of sharedIds(exchange)) lastUse.set(id, at);

  const beginnings = new Set<Exchange>();
  /** The position of the last exchange that shares an ID with one of the exchanges so far. */
  let usedUntil = -1;
  for (const [at, exchange] of exchanges.entries()) {
    if (exchange.issuedToken !== undefined && usedUntil < at) beginnings.add(exchange);
    for (const id of sharedIds(exchange)) usedUntil = Math.max(usedUntil, lastUse.get(id)!);
  }

  return beginnings;
}

/** What an exchange shares with others of its process: texts are IDs of tokens, and numbers are IDs of connections. */
function sharedIds({ accessToken, issuedToken, connection }: Exchange): (string | number)[] {
  return [accessToken?.id, issuedToken?.id, connection?.id].filter((id) => id !== undefined);
}
