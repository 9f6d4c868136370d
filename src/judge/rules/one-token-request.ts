import type { Exchange } from '../../journal/exchange.js';
import { groupBy, runsOf } from '../exchanges.js';
import type { Offence, Rule } from '../rule.js';

/** A client that sends a second request later may have given up the first, in milliseconds. */
const AT_ONCE = 100;

export const oneTokenRequest: Rule = {
  id: 'one-token-request',
  title: 'A client requests one access token at a time.',
  basis: 'specification section 5.1; RFC 6749 section 4.4',
  occasion: 'token request of a known client',
  remedy: 'Let everything that needs a token wait for the one open token request.',
  examine: (exchanges) => {
    const requests = groupBy(exchanges, ({ operation, clientId }) =>
      operation === 'issueToken' ? clientId : undefined,
    );
    const bursts = requests.flatMap((own) =>
      runsOf(own, (exchange, _last, burst) => burst.some((earlier) => wereAtOnce(earlier, exchange))),
    );
    return {
      offences: bursts.filter((burst) => burst.length > 1).map(offenceOf),
      followed: bursts.filter((burst) => burst.length === 1).flat(),
    };
  },
};

function wereAtOnce(earlier: Exchange, later: Exchange): boolean {
  const end = earlier.received + (earlier.duration ?? Infinity);
  return later.received < end && later.received - earlier.received < AT_ONCE;
}

function offenceOf(burst: readonly Exchange[]): Offence {
  return { exchanges: burst, what: `Requested ${burst.length} access tokens at once.` };
}
