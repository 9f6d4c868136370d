import type { Exchange } from '../../journal/exchange.js';
import type { Evidence } from '../evidence.js';
import { formatTime, groupBy, identityOf, succeeded, pauseBetween } from '../exchanges.js';
import { MAY_NOT_HAVE_SEEN, type Offence, type Rule } from '../rule.js';

/** A later repetition may be intended, in milliseconds: the party may have refused in the meantime. */
const SOON = 60_000;

/**
 * Only credentials requests count: each call of the link endpoints creates a new link, and two links for one credential
 * may be intended. Repeating a request after an incomplete response is right.
 */
export const repeatNoPost: Rule = {
  id: 'repeat-no-post',
  title: 'A client does not repeat a credentials request that has succeeded.',
  basis: 'specification section 4.2; RFC 9110 section 9.2.2',
  occasion: 'credentials request that succeeded',
  remedy: 'Treat 204 as success although it has no body, and repeat the POST only if there was no response.',
  doubt: MAY_NOT_HAVE_SEEN,
  examine: (exchanges, evidence) => {
    const made = exchanges.filter(({ operation }) => operation === 'createCredentialsRequest');
    const offences = groupBy(made, identityOf).flatMap((same) => repetitionsAmong(same, exchanges, evidence));
    return { offences, followed: made.filter(succeeded) };
  },
};

function repetitionsAmong(same: readonly Exchange[], all: readonly Exchange[], { hadSeen }: Evidence): Offence[] {
  return same.flatMap((exchange, at) => {
    const earlier = same.slice(0, at).findLast((candidate) => succeeded(candidate) && hadSeen(exchange, candidate));
    if (earlier === undefined) return [];
    const time = pauseBetween(earlier, exchange);
    if (time >= SOON || readUsersBetween(earlier, exchange, all)) return [];
    const what = `Repeated the same credentials request ${formatTime(time)} after it had succeeded.`;
    return [{ exchanges: [earlier, exchange], what }];
  });
}

/** A client that has read the list in between may have seen the party's decision, and repeat the request on purpose. */
function readUsersBetween(earlier: Exchange, later: Exchange, all: readonly Exchange[]): boolean {
  return all.some(
    ({ operation, clientId, received }) =>
      operation === 'getUsers' &&
      clientId === later.clientId &&
      received > earlier.received &&
      received < later.received,
  );
}
