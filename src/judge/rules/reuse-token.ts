import type { Exchange } from '../../journal/exchange.js';
import { couldHaveSeen } from '../could-have-seen.js';
import { respondedAt, byClient, formatTime, succeeded, timeBetween } from '../exchanges.js';
import type { Offence, Rule } from '../rule.js';

/** From this part of its life on, a token may be renewed ahead of time. */
const RENEWAL = 0.8;

/**
 * A second process of the same client cannot be told from the first, and looks as if it did not keep its token. Give
 * each one a sandbox of its own.
 */
export const reuseToken: Rule = {
  id: 'reuse-token',
  title: 'A client uses its access token until shortly before it expires.',
  basis: 'specification section 5.4; RFC 6749 section 5.1',
  occasion: 'access token that was used twice or asked for anew',
  remedy:
    'Keep the access token together with its expires_in, share it between all parts of the program, and renew it when most of its life is over or it is refused.',
  examine: (exchanges) => ({
    offences: byClient(exchanges).flatMap((own) => needlessRequests(own, exchanges)),
    good: secondUses(exchanges),
  }),
};

function needlessRequests(own: readonly Exchange[], all: readonly Exchange[]): Offence[] {
  const offences: Offence[] = [];
  let last: Exchange | undefined;
  for (const exchange of own) {
    if (exchange.issuedToken === undefined || !succeeded(exchange)) continue;
    if (
      last !== undefined &&
      stillGood(last, exchange) &&
      wasInHand(last, exchange, own) &&
      !mayBeRefused(last, exchange, all)
    ) {
      const left = Date.parse(last.issuedToken!.expiresAt) - Date.parse(exchange.at);
      offences.push({
        exchanges: [last, exchange],
        what: `Asked for a new access token, although the last one was good for another ${formatTime(left)}.`,
      });
    }
    last = exchange;
  }
  return offences;
}

function stillGood(issue: Exchange, renewal: Exchange): boolean {
  const life = Date.parse(issue.issuedToken!.expiresAt) - Date.parse(issue.at);
  return (
    timeBetween(issue, renewal) < RENEWAL * life && Date.parse(renewal.at) < Date.parse(issue.issuedToken!.expiresAt)
  );
}

/** Requests for tokens that were sent at once are not the matter of this rule. */
function wasInHand(issue: Exchange, renewal: Exchange, own: readonly Exchange[]): boolean {
  const isUsed = own.some(
    ({ accessToken, received }) => accessToken?.id === issue.issuedToken!.id && received < renewal.received,
  );
  return isUsed || couldHaveSeen(renewal, issue, own);
}

/** By 401, or by 403, which the specification allows for expired tokens too (section 5.6). A bearer that is not known may have been this token. */
function mayBeRefused(issue: Exchange, renewal: Exchange, all: readonly Exchange[]): boolean {
  const since = respondedAt(issue)!;
  return all.some(
    ({ received, status, operation, accessToken }) =>
      received >= since &&
      received <= renewal.received &&
      (status === 401 || status === 403) &&
      operation !== 'issueToken' &&
      (accessToken === undefined || accessToken.id === issue.issuedToken!.id),
  );
}

function secondUses(exchanges: readonly Exchange[]): Exchange[] {
  const seen = new Set<string>();
  return exchanges.filter(({ accessToken }) => {
    if (accessToken === undefined) return false;
    const isSecond = seen.has(accessToken.id);
    seen.add(accessToken.id);
    return isSecond;
  });
}
