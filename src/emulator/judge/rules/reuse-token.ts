import type { Exchange, TokenReference } from '../../journal/exchange.js';
import type { Evidence } from '../evidence.js';
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
  doubt:
    'A client that opens a connection for each request, and never uses one of two access tokens, may have given up a token request.',
  presumesOneClient: true,
  examine: (exchanges, evidence) => ({
    offences: byClient(exchanges).flatMap((own) => needlessRenewals(own, exchanges.filter(mayRefuseToken), evidence)),
    followed: repeatedUses(exchanges),
  }),
};

/** A successful token request, and the token that it issued. */
interface Issue {
  readonly exchange: Exchange;
  readonly token: TokenReference;
}

function needlessRenewals(own: readonly Exchange[], refusals: readonly Exchange[], evidence: Evidence): Offence[] {
  const used = new Set(own.map(({ accessToken }) => accessToken?.id));
  const issues = own.flatMap((exchange): Issue[] =>
    exchange.issuedToken !== undefined && succeeded(exchange) ? [{ exchange, token: exchange.issuedToken }] : [],
  );
  return issues.slice(1).flatMap((issue, at) => {
    const last = issues[at];
    const { exchange: renewal } = issue;
    if (last === undefined || !isValidStill(last, renewal)) return [];
    if (wasRefused(last, renewal, refusals)) return [];
    // A client that uses both tokens has not given up the first request.
    if (!evidence.hadSeen(renewal, last.exchange) && !(used.has(last.token.id) && used.has(issue.token.id))) return [];
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

function mayRefuseToken({ status, operation }: Exchange): boolean {
  return (status === 401 || status === 403) && operation !== 'issueToken';
}

/**
 * Whether the token may have been refused: with 401, or with 403, which the specification allows for expired tokens
 * (section 5.6). An unknown token in the request may have been this one.
 */
function wasRefused({ exchange, token }: Issue, renewal: Exchange, refusals: readonly Exchange[]): boolean {
  const since = respondedAt(exchange) ?? Infinity;
  return refusals.some(
    ({ received, accessToken }) =>
      received >= since && received <= renewal.received && (accessToken === undefined || accessToken.id === token.id),
  );
}

/** All uses of a token after its first. */
function repeatedUses(exchanges: readonly Exchange[]): Exchange[] {
  const firstUses = new Set(groupBy(exchanges, ({ accessToken }) => accessToken?.id).map(([first]) => first));
  return exchanges.filter((exchange) => exchange.accessToken !== undefined && !firstUses.has(exchange));
}
