import type { Exchange } from '../../journal/exchange.js';
import { formatTime, pauseBetween, retryAfterOf, TOLERANCE } from '../exchanges.js';
import type { Examine } from '../rule.js';
import { groupBy } from '../series.js';

/**
 * How many of the last refusals are searched for one that the client has seen. A long journal may contain very many.
 */
const MOST_REFUSALS = 100;

/**
 * A client waits as long as `Retry-After` tells it. The response binds the client for one operation only: the
 * specification does not say whether the service counts all operations together, so a request for another operation is
 * no offence.
 */
export const waitAsTold: Examine = (exchanges, evidence, examination) => {
  const ofClients = exchanges.filter(({ clientId, operation }) => clientId !== undefined && operation !== undefined);
  const operations = groupBy(ofClients, ({ clientId, operation }) => `${operation!} ${clientId!}`);
  for (const group of operations) {
    let refusals: Exchange[] = [];
    for (const exchange of group) {
      // The index is -1 if the client is not known to have seen a refusal. Then `refusal` is undefined.
      const seenAt = refusals.findLastIndex((candidate) => evidence.hadSeen(exchange, candidate));
      const refusal = refusals[seenAt];
      // The client may also have seen a later refusal, and wait as that one told.
      const mayFollow = refusals.slice(seenAt).some((candidate) => !isTooEarly(exchange, candidate));
      if (refusal !== undefined && mayFollow) {
        examination.followed.push(exchange);
        refusals = [];
      } else if (refusal !== undefined) {
        const token = exchange.accessToken?.id;
        // A request with another token may come from another test, which has not seen the refusal.
        const isSameClient = token !== undefined && token === refusal.accessToken?.id;
        const what = earlyText(refusal, exchange);
        examination.offences.push({ exchanges: [refusal, exchange], what, allowedPerSender: isSameClient ? 0 : 1 });
      }
      if (asksToWait(exchange)) refusals = [...refusals, exchange].slice(-MOST_REFUSALS);
    }
  }
};

/** Whether the response asks to come back later. */
function asksToWait(exchange: Exchange): boolean {
  const isRefusal = exchange.status === 429 || exchange.status === 503;
  return isRefusal && retryAfterOf(exchange) !== undefined;
}

function earlyText(refusal: Exchange, exchange: Exchange): string {
  const pause = formatTime(pauseBetween(refusal, exchange));
  const wait = formatTime(retryAfterOf(refusal) ?? 0);
  return `Came back after ${pause} although the response asked to wait ${wait}.`;
}

/** Whether the request came before the time for which it was asked to wait. */
function isTooEarly(exchange: Exchange, refusal: Exchange): boolean {
  return pauseBetween(refusal, exchange) < (retryAfterOf(refusal) ?? 0) - TOLERANCE;
}
