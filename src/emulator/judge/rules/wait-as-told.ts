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
  for (const group of operations) {
    let refusals: Exchange[] = [];
    for (const exchange of group) {
      const seenAt = refusals.findLastIndex((refusal) => evidence.hadSeen(exchange, refusal));
      // Undefined if the client has seen none.
      const refusal = refusals[seenAt];
      // The client may follow any later refusal that it may have seen.
      const mayFollow = refusals.slice(seenAt).some((candidate) => !isTooEarly(exchange, candidate));
      if (refusal !== undefined && mayFollow) {
        examination.followed.push(exchange);
        refusals = [];
      } else if (refusal !== undefined) {
        const mostOfOne = isOfSameClient(exchange, refusal) ? 0 : 1;
        const what = earlyText(refusal, exchange);
        examination.offences.push({ exchanges: [refusal, exchange], what, mostOfOne });
      }
      if (asksToWait(exchange)) refusals = [...refusals.slice(1 - MOST_OPEN), exchange];
    }
  }
};

function asksToWait(exchange: Exchange): boolean {
  const isRefusal = exchange.status === 429 || exchange.status === 503;
  return isRefusal && retryAfterOf(exchange) !== undefined;
}

function earlyText(refusal: Exchange, exchange: Exchange): string {
  const pause = formatTime(pauseBetween(refusal, exchange));
  const wait = formatTime(retryAfterOf(refusal) ?? 0);
  return `Came back after ${pause} although the response asked to wait ${wait}.`;
}

/** Whether both exchanges have the same access token. Another token may belong to a new client without the response. */
function isOfSameClient({ accessToken: token }: Exchange, { accessToken: refused }: Exchange): boolean {
  return token !== undefined && token.id === refused?.id;
}

function isTooEarly(exchange: Exchange, refusal: Exchange): boolean {
  return pauseBetween(refusal, exchange) < (retryAfterOf(refusal) ?? 0) - TOLERANCE;
}
