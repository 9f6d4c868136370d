import type { Exchange } from '../../journal/exchange.js';
import type { Offence, Rule } from '../rule.js';
import { groupBy } from '../exchanges.js';

/** Whoever asks again later, while the first request is under way, may have given that one up. */
const AT_ONCE = 100;

export const oneTokenRequest: Rule = {
  id: 'one-token-request',
  title: 'A client asks for one access token at a time.',
  basis: 'specification section 5.1; RFC 6749 section 4.4',
  occasion: 'token request of a known client',
  remedy: 'Let everything that needs a token wait for the one request that is under way.',
  examine: (exchanges) => {
    const bursts = groupBy(exchanges, ({ operation, clientId }) =>
      operation === 'issueToken' ? clientId : undefined,
    ).flatMap(burstsOf);
    const parallel = bursts.filter((burst) => burst.length > 1);
    return { offences: parallel.map(offenceOf), good: bursts.filter((burst) => burst.length === 1).flat() };
  },
};

/** Requests that were under way at once stand together. */
function burstsOf(own: readonly Exchange[]): Exchange[][] {
  const bursts: Exchange[][] = [];
  for (const exchange of own) {
    const burst = bursts.at(-1);
    if (burst?.some((earlier) => wereAtOnce(earlier, exchange)) === true) burst.push(exchange);
    else bursts.push([exchange]);
  }
  return bursts;
}

function wereAtOnce(earlier: Exchange, later: Exchange): boolean {
  const end = earlier.received + (earlier.duration ?? Infinity);
  return later.received < end && later.received - earlier.received < AT_ONCE;
}

function offenceOf(burst: Exchange[]): Offence {
  return { exchanges: burst, what: `Asked for ${burst.length} access tokens at once.` };
}
