import type { Exchange, TokenReference } from '../../journal/exchange.js';
import { couldHaveSeen } from '../could-have-seen.js';
import { byClient, formatTime, groupBy, respondedAt, succeeded, timeBetween } from '../exchanges.js';
import type { Offence, Rule } from '../rule.js';

/** A client may renew a token ahead of time after this share of its lifetime. */
const RENEWAL = 0.8;

/**
 * Two processes of one client look like one process that does not keep its token. Give each process a sandbox of its
 * own.
 */
export const reuseToken: Rule = {
  id: 'reuse-token',
  title: 'A client uses its access token until shortly before it expires.',
  basis: 'specification section 5.4; RFC 6749 section 5.1',
  occasion: 'access token that was used twice or renewed',
  remedy:
    'Keep the access token with its expires_in, share it between all parts of the program, and renew it when most of its lifetime is over or it is refused.',
  examine: (exchanges) => ({
    offences: byClient(exchanges).flatMap((own) => needlessRenewals(own, exchanges)),
    followed: repeatedUses(exchanges),
  }),
};

/** A successful token request, and the token that it issued. */
interface Issue {
  readonly exchange: Exchange;
  readonly token: TokenReference;
}

function needlessRenewals(own: readonly Exchange[], all: readonly Exchange[]): Offence[] {
  const issues = own.flatMap((exchange): Issue[] =>
    exchange.issuedToken !== undefined && succeeded(exchange) ? [{ exchange, token: exchange.issuedToken }] : [],
  );
  return issues.slice(1).flatMap(({ exchange: renewal }, at) => {
    const last = issues[at];
    if (last === undefined || !isValidStill(last, renewal)) return [];
    if (!wasReceived(last, renewal, own) || wasRefused(last, renewal, all)) return [];
    const left = Date.parse(last.token.expiresAt) - Date.parse(renewal.at);
    const what = `Requested a new access token although the last one was valid for another ${formatTime(left)}.`;
    return [{ exchanges: [last.exchange, renewal], what }];
  });
}

function isValidStill({ exchange, token }: Issue, renewal: Exchange): boolean {
  const expiry = Date.parse(token.expiresAt);
  const lifetime = expiry - Date.parse(exchange.at);
  return timeBetween(exchange, renewal) < RENEWAL * lifetime && Date.parse(renewal.at) < expiry;
}

/** Another rule examines token requests that were sent at once. */
function wasReceived({ exchange, token }: Issue, renewal: Exchange, own: readonly Exchange[]): boolean {
  const isUsed = own.some(({ accessToken, received }) => accessToken?.id === token.id && received < renewal.received);
  return isUsed || couldHaveSeen(renewal, exchange, own);
}

/**
 * Whether the token may have been refused: with 401, or with 403, which the specification allows for expired tokens
 * (section 5.6). An unknown token in the request may have been this one.
 */
function wasRefused({ exchange, token }: Issue, renewal: Exchange, all: readonly Exchange[]): boolean {
  const since = respondedAt(exchange) ?? Infinity;
  return all.some(
    ({ received, status, operation, accessToken }) =>
      received >= since &&
      received <= renewal.received &&
      (status === 401 || status === 403) &&
      operation !== 'issueToken' &&
      (accessToken === undefined || accessToken.id === token.id),
  );
}

/** All uses of a token after its first. */
function repeatedUses(exchanges: readonly Exchange[]): Exchange[] {
  const firstUses = new Set(groupBy(exchanges, ({ accessToken }) => accessToken?.id).map(([first]) => first));
  return exchanges.filter((exchange) => exchange.accessToken !== undefined && !firstUses.has(exchange));
}
