/** Tells the processes of a client apart: each requests an access token of its own. */

import type { Exchange } from '../journal/exchange.js';

/**
 * The token requests with which a process may have begun: from then on, no exchange uses a connection or an access
 * token of the exchanges before.
 */
export function beginningsIn(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  // A text names a token, and a number a connection.
  const traces = exchanges.map(({ accessToken, issuedToken, connection }) =>
    [accessToken?.id, issuedToken?.id, connection?.id].filter((id) => id !== undefined),
  );
  const lastUse = new Map(traces.flatMap((own, at) => own.map((trace) => [trace, at] as const)));
  let usedUntil = -1;

  return new Set(
    exchanges.filter(({ issuedToken }, at) => {
      const isBeginning = issuedToken !== undefined && usedUntil < at;
      usedUntil = Math.max(usedUntil, ...traces[at]!.map((trace) => lastUse.get(trace)!));

      return isBeginning;
    }),
  );
}
