import type { Exchange } from '../../journal/exchange.js';
import { respondedAt, byClient, isComplete } from '../exchanges.js';
import type { Offence, Rule } from '../rule.js';

/**
 * One new token after a 403 is right: the specification leaves open whether an expired token is answered with 401 or
 * 403 (section 5.6). Where the new one is answered with 403 as well, it is the institution that is refused.
 */
export const acceptForbidden: Rule = {
  id: 'accept-forbidden',
  title: 'A client that is answered 403 with a fresh access token does not ask for yet another.',
  basis: 'specification section 5.6; RFC 6750 section 3.1, RFC 9110 section 15.5.4',
  occasion: 'answer 403 to the first use of a new access token after another 403',
  remedy: 'Ask for a new access token once after 403; if that one is forbidden as well, report it.',
  examine: (exchanges) => {
    const clients = byClient(exchanges);
    const refused = clients.flatMap((own) =>
      own
        .filter((exchange) => isFreshlyForbidden(exchange, own))
        .map((exchange) => ({ exchange, renewal: renewalAfter(exchange, own) })),
    );
    return {
      offences: refused.flatMap(({ exchange, renewal }) =>
        renewal === undefined ? [] : [offenceOf(exchange, renewal)],
      ),
      good: refused.flatMap(({ exchange, renewal }) => (renewal === undefined ? [exchange] : [])),
    };
  },
};

/** Whether it is the first use of a token that was asked for because of another 403. */
function isFreshlyForbidden(exchange: Exchange, own: readonly Exchange[]): boolean {
  const token = exchange.accessToken?.id;
  if (token === undefined || !isForbidden(exchange)) return false;
  const first = own.find(({ accessToken }) => accessToken?.id === token);
  const issue = own.findIndex(({ issuedToken }) => issuedToken?.id === token);
  return first === exchange && issue > 0 && isForbidden(own[issue - 1]!);
}

/** The request for a token that comes next, before anything else. */
function renewalAfter(exchange: Exchange, own: readonly Exchange[]): Exchange | undefined {
  const next = own.find(({ received }) => received >= (respondedAt(exchange) ?? Infinity));
  return next?.operation === 'issueToken' ? next : undefined;
}

function isForbidden(exchange: Exchange): boolean {
  return exchange.status === 403 && exchange.accessToken !== undefined && isComplete(exchange);
}

function offenceOf(exchange: Exchange, renewal: Exchange): Offence {
  return {
    exchanges: [exchange, renewal],
    what: 'Asked for yet another access token, although a fresh one had been answered with 403.',
  };
}
