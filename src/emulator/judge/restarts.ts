/** Tells the processes of a client apart: each requests an access token of its own. */

import type { Exchange } from '../journal/exchange.js';

/**
 * The token requests with which a process may have begun: from then on, no exchange uses a connection or an access
 * token of the exchanges before.
 */
export function beginningsIn(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const traces = exchanges.map(tracesOf);
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

/** What a process cannot have from another one: a text for a token, a number for a connection. */
function tracesOf({ accessToken, issuedToken, connection }: Exchange): (string | number)[] {
  return [accessToken?.id, issuedToken?.id, connection?.id].filter((id) => id !== undefined);
}
