import type { Exchange } from '../../journal/exchange.js';
import { arrivedBetween, formatTime, isComplete, openUntil, pauseBetween, succeeded } from '../exchanges.js';
import type { Evidence, Examine } from '../rule.js';
import { requestOfClient } from '../same-request.js';
import { groupBy } from '../series.js';

/**
 * The longest time until a repetition, in milliseconds. A repetition after a longer time may be intended: the party may
 * have refused in the meantime.
 */
const SOON = 60_000;
/** How many of the last requests are searched for the repeated request. A long journal may contain very many. */
const MOST_CANDIDATES = 100;

/**
 * A client does not repeat a credentials request that has succeeded. Requests for links do not count: each call creates
 * a new link, and two links for one credential may be intended.
 *
 * Repeating a request that may have arrived is no proof: the client may know from elsewhere that the request did not
 * arrive, or that the service ignores the repetition.
 */
export const repeatNoPost: Examine = (exchanges, evidence, examination) => {
  const posts = exchanges.filter(({ operation }) => operation === 'createCredentialsRequest');
  /** Requests and their repetitions, also those that the client may have sent before it had the response. */
  const inDoubt = new Set<Exchange>();

  for (const same of groupBy(posts, requestOfClient)) {
    let arrived: Exchange[] = [];
    for (const exchange of same) {
      const earlier = arrived.findLast((candidate) => isReactionTo(candidate, exchange, evidence));
      const before = earlier ?? arrived.findLast((candidate) => exchange.received >= openUntil(candidate, 0));
      if (evidence.mayHaveArrived(exchange)) arrived = [...arrived, exchange].slice(-MOST_CANDIDATES);
      if (before === undefined) continue;

      const pause = pauseBetween(before, exchange);
      if (pause >= SOON || readUsersBetween(before, exchange, exchanges)) continue;

      inDoubt.add(before).add(exchange);
      if (earlier === undefined) continue;

      const time = formatTime(pause);
      const success = succeeded(earlier) ? 'had succeeded' : 'had succeeded, or may have';
      const what = `Repeated the same credentials request ${time} after it ${success}.`;
      examination.offences.push({ exchanges: [earlier, exchange], what, allowedPerSender: 1 });
    }
  }

  for (const exchange of posts) if (succeeded(exchange) && !inDoubt.has(exchange)) examination.followed.push(exchange);
};

/**
 * Whether the client sent the later request after the end of the earlier one. If the earlier response was incomplete,
 * the client had nothing to read, so the order of arrival is enough.
 */
function isReactionTo(earlier: Exchange, later: Exchange, { hadSeen }: Evidence): boolean {
  return isComplete(earlier) ? hadSeen(later, earlier) : later.received > earlier.received;
}

/**
 * Whether the client read the users list between two requests. It may have seen there that the party had refused, and
 * have repeated the request on purpose.
 */
function readUsersBetween(earlier: Exchange, later: Exchange, all: readonly Exchange[]): boolean {
  for (const { operation, clientId, received } of arrivedBetween(all, earlier.received, later.received)) {
    // `arrivedBetween` includes both moments. A read that arrived at one of them did not come between the requests.
    const isBetween = received > earlier.received && received < later.received;
    if (isBetween && operation === 'getUsers' && clientId === later.clientId) return true;
  }

  return false;
}
