import type { Exchange } from '../../journal/exchange.js';
import { formatTime, pauseBetween, retryAfterOf, TOLERANCE } from '../exchanges.js';
import type { Examine, Offence } from '../rule.js';
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
      const lastSeen = refusals.findLastIndex((candidate) => evidence.hadSeen(exchange, candidate));
      if (lastSeen !== -1) {
        // The client may also have seen a later refusal, and wait as that one told.
        const hasWaited = refusals.slice(lastSeen).some((candidate) => !isTooEarly(exchange, candidate));
        if (hasWaited) {
          examination.followed.push(exchange);
          refusals = [];
        } else examination.offences.push(offenceOf(exchange, refusals[lastSeen]!));
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

/** The offence of a request that came too early. */
function offenceOf(exchange: Exchange, refusal: Exchange): Offence {
  const pause = formatTime(pauseBetween(refusal, exchange));
  const wait = formatTime(retryAfterOf(refusal) ?? 0);
  const what = `Came back after ${pause} although the response asked to wait ${wait}.`;
  // A request with another token may come from another test, which has not seen the refusal.
  const token = exchange.accessToken?.id;
  const isSameClient = token !== undefined && token === refusal.accessToken?.id;

  return { exchanges: [refusal, exchange], what, allowedPerSender: isSameClient ? 0 : 1 };
}

/** Whether the request came before the time for which it was asked to wait. */
function isTooEarly(exchange: Exchange, refusal: Exchange): boolean {
  return pauseBetween(refusal, exchange) < (retryAfterOf(refusal) ?? 0) - TOLERANCE;
}
