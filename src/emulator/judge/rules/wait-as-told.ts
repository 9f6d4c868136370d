import type { Exchange } from '../../journal/exchange.js';
import { formatTime, pauseBetween, retryAfterOf, TOLERANCE } from '../exchanges.js';
import type { Examine } from '../rule.js';
import { groupBy } from '../series.js';

/** How many of the last refusals are searched for one that the client has seen. */
const MOST_OPEN = 100;

/**
 * A response binds the client for its operation only: the limit applies to the client, but the specification does not
 * say whether the service counts all operations together. A request for another operation is no offence.
 */
export const waitAsTold: Examine = (exchanges, evidence, examination) => {
  const operations = groupBy(exchanges, ({ clientId, operation }) =>
    clientId === undefined || operation === undefined ? undefined : `${operation} ${clientId}`,
  );
  for (const own of operations) {
    let refusals: Exchange[] = [];
    for (const exchange of own) {
      const seen = refusals.findLastIndex((refusal) => evidence.hadSeen(exchange, refusal));
      const refusal = refusals[seen];
      if (refusal !== undefined) {
        // The client may follow any later refusal that it may have seen.
        if (refusals.slice(seen).every((candidate) => isTooEarly(exchange, candidate))) {
          const [pause, wait] = [pauseBetween(refusal, exchange), retryAfterOf(refusal) ?? 0].map(formatTime);
          const what = `Came back after ${pause} although the response asked to wait ${wait}.`;
          examination.addOffence([refusal, exchange], what, isOfSameClient(exchange, refusal) ? 0 : 1);
        } else {
          examination.followed.push(exchange);
          refusals = [];
        }
      }
      const asksToWait = (exchange.status === 429 || exchange.status === 503) && retryAfterOf(exchange) !== undefined;
      if (asksToWait) refusals = [...refusals.slice(1 - MOST_OPEN), exchange];
    }
  }
};

/** Whether both exchanges have the same access token. Another token may belong to a new client without the response. */
function isOfSameClient({ accessToken: token }: Exchange, { accessToken: refused }: Exchange): boolean {
  return token !== undefined && token.id === refused?.id;
}

function isTooEarly(exchange: Exchange, refusal: Exchange): boolean {
  return pauseBetween(refusal, exchange) < (retryAfterOf(refusal) ?? 0) - TOLERANCE;
}
