/** Tells the processes of a client apart: each process requests its own access token. */

import type { Exchange } from '../journal/exchange.js';

/**
 * The token requests with which a process may have begun. From such a request on, no exchange uses a connection or an
 * access token of the exchanges before.
 */
export function beginningsIn(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  // What an exchange shares with others of its process. Texts are IDs of tokens, and numbers are IDs of connections.
  const traces = exchanges.map(({ accessToken, issuedToken, connection }) =>
    [accessToken?.id, issuedToken?.id, connection?.id].filter((id) => id !== undefined),
  );
  // A later pair replaces an earlier pair with the same key, so each trace keeps its last position.
  const lastUse = new Map(traces.flatMap((own, at) => own.map((trace) => [trace, at] as const)));
  /** The position of the last exchange that shares a trace with one of the exchanges so far. */
  let usedUntil = -1;

  return new Set(
    exchanges.filter(({ issuedToken }, at) => {
      const isBeginning = issuedToken !== undefined && usedUntil < at;
      usedUntil = Math.max(usedUntil, ...traces[at]!.map((trace) => lastUse.get(trace)!));

      return isBeginning;
    }),
  );
}
