import type { Exchange } from '../../journal/exchange.js';
import { couldHaveSeen } from '../could-have-seen.js';
import { groupBy, identityOf, formatTime, succeeded, timeBetween } from '../exchanges.js';
import type { Offence, Rule } from '../rule.js';

/** Later, it may be meant: the party may have refused in the meantime. */
const SOON = 60_000;

/**
 * Only requests for credentials: each call of the link endpoints makes a new link, and two links for one credential may
 * be meant. After an answer that broke off, repeating is right.
 */
export const repeatNoPost: Rule = {
  id: 'repeat-no-post',
  title: 'A client does not repeat a credentials request that has succeeded.',
  basis: 'specification section 4.2; RFC 9110 section 9.2.2',
  occasion: 'credentials request that succeeded',
  remedy: 'Take 204 for success, although it has no body, and repeat the POST only where no answer came.',
  examine: (exchanges) => {
    const made = exchanges.filter(({ operation }) => operation === 'createCredentialsRequest');
    const offences = groupBy(made, identityOf).flatMap((same) => repetitions(same, exchanges));
    return { offences, good: made.filter(succeeded) };
  },
};

function repetitions(same: readonly Exchange[], all: readonly Exchange[]): Offence[] {
  return same.flatMap((exchange, at) => {
    const earlier = same
      .slice(0, at)
      .findLast((candidate) => succeeded(candidate) && couldHaveSeen(exchange, candidate, same));
    if (earlier === undefined || timeBetween(earlier, exchange) >= SOON || lookedMeanwhile(earlier, exchange, all))
      return [];
    const what = `Made the same credentials request again ${formatTime(timeBetween(earlier, exchange))} after it had succeeded.`;
    return [{ exchanges: [earlier, exchange], what }];
  });
}

/** Whoever has read the list in between may have seen that the party has decided, and ask anew on purpose. */
function lookedMeanwhile(earlier: Exchange, later: Exchange, all: readonly Exchange[]): boolean {
  return all.some(
    ({ operation, clientId, received }) =>
      operation === 'getUsers' &&
      clientId === later.clientId &&
      received > earlier.received &&
      received < later.received,
  );
}
