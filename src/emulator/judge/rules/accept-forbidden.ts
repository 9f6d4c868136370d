import type { Exchange } from '../../journal/exchange.js';
import type { Evidence } from '../evidence.js';
import { byClient, isComplete, respondedAt } from '../exchanges.js';
import { MAY_NOT_HAVE_SEEN, type Offence, type Rule } from '../rule.js';

/**
 * One new token after a 403 is right: the specification does not say whether an expired token gets 401 or 403 (section
 * 5.6). If the new token gets 403 as well, the institution itself is refused.
 */
export const acceptForbidden: Rule = {
  id: 'accept-forbidden',
  title: 'A client that receives 403 with a new access token does not request yet another one.',
  basis: 'specification section 5.6; RFC 6750 section 3.1, RFC 9110 section 15.5.4',
  occasion: 'response 403 to the first use of a new access token after another 403',
  remedy: 'Request a new access token once after 403; if that one is forbidden as well, report the failure.',
  doubt: MAY_NOT_HAVE_SEEN,
  examine: (exchanges, evidence) => {
    const refused = byClient(exchanges).flatMap((own) =>
      own
        .filter((exchange) => isForbiddenAgain(exchange, own, evidence))
        .map((exchange) => ({ exchange, renewal: renewalAfter(exchange, own, evidence) })),
    );
    return {
      offences: refused.flatMap(({ exchange, renewal }) =>
        renewal === undefined ? [] : [offenceOf(exchange, renewal)],
      ),
      followed: refused.flatMap(({ exchange, renewal }) => (renewal === undefined ? [exchange] : [])),
    };
  },
};

/** Whether the exchange is a 403 to the first use of a token that the client requested because of another 403. */
function isForbiddenAgain(exchange: Exchange, own: readonly Exchange[], { hadSeen }: Evidence): boolean {
  const token = exchange.accessToken?.id;
  if (token === undefined || !isForbidden(exchange)) return false;
  const firstUse = own.find(({ accessToken }) => accessToken?.id === token);
  const at = own.findIndex(({ issuedToken }) => issuedToken?.id === token);
  const [before, issue] = [own[at - 1], own[at]];
  if (firstUse !== exchange || before === undefined || issue === undefined) return false;
  return isForbidden(before) && hadSeen(issue, before);
}

/** The client's next request, if it is a token request. */
function renewalAfter(exchange: Exchange, own: readonly Exchange[], { hadSeen }: Evidence): Exchange | undefined {
  const next = own.find(({ received }) => received >= (respondedAt(exchange) ?? Infinity));
  return next?.operation === 'issueToken' && hadSeen(next, exchange) ? next : undefined;
}

function isForbidden(exchange: Exchange): boolean {
  return exchange.status === 403 && exchange.accessToken !== undefined && isComplete(exchange);
}

function offenceOf(exchange: Exchange, renewal: Exchange): Offence {
  return {
    exchanges: [exchange, renewal],
    what: 'Requested yet another access token although a new one had received 403.',
  };
}
