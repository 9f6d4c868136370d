import type { Exchange, TokenReference } from '../../journal/exchange.js';
import { arrivedBetween, formatTime, respondedAt, succeeded, timeBetween } from '../exchanges.js';
import type { Examine } from '../rule.js';
import { byRequest } from '../series.js';

/** A client may renew a token ahead of time after this share of its lifetime. */
const RENEWAL = 0.8;
/** Libraries may also renew a token this long before its expiry, in milliseconds, if half of its lifetime is over. */
const LEEWAY = 60_000;

/**
 * A client uses a token until shortly before it expires. Two processes of one client look like one client that does not
 * keep its token, so each process needs a sandbox of its own.
 */
export const reuseToken: Examine = (exchanges, evidence, examination) => {
  const used = new Set<string>();
  for (const exchange of exchanges) {
    const { accessToken } = exchange;
    if (accessToken === undefined) continue;

    if (used.has(accessToken.id)) examination.followed.push(exchange);
    used.add(accessToken.id);
  }

  // A refused token request says nothing about an access token.
  const calls = exchanges.filter(({ operation }) => operation !== 'issueToken');
  const refusals = calls.filter(({ status }) => status === 401 || status === 403);

  for (const group of byRequest(exchanges.filter(({ issuedToken }) => issuedToken))) {
    const issues = issuesIn(group);
    for (const [at, former] of issues.slice(0, -1).entries()) {
      const { exchange: renewal, token } = issues[at + 1]!;
      if (!isValidStill(former, renewal) || wasRefused(former, renewal, refusals)) continue;

      // A client may give a token request up and send another one. A client that uses both tokens has not done so.
      const usesBoth = used.has(former.token.id) && used.has(token.id);
      if (!usesBoth && !evidence.hadSeen(renewal, former.exchange)) continue;

      const left = formatTime(Date.parse(former.token.expiresAt) - Date.parse(renewal.at));
      const what = `Requested a new access token although the last one was valid for another ${left}.`;
      examination.offences.push({ exchanges: [former.exchange, renewal], what, allowedPerSender: 1 });
    }
  }
};

/** A successful token request, and the token that it issued. */
interface Issue {
  readonly exchange: Exchange;
  readonly token: TokenReference;
}

/** The successful token requests of a group, in order. */
function issuesIn(group: readonly Exchange[]): Issue[] {
  return group.filter(succeeded).flatMap((exchange) => {
    const { issuedToken: token } = exchange;
    return token === undefined ? [] : { exchange, token };
  });
}

/** Whether a token has neither expired nor come near its expiry when the client requests another one. */
function isValidStill({ exchange, token }: Issue, renewal: Exchange): boolean {
  const expiry = Date.parse(token.expiresAt);
  const lifetime = expiry - Date.parse(exchange.at);
  const left = expiry - Date.parse(renewal.at);

  return timeBetween(exchange, renewal) < RENEWAL * lifetime && left > Math.min(LEEWAY, lifetime / 2);
}

/**
 * Whether a token may have been refused before the client requested another: with 401, or with 403, which the
 * specification allows for expired tokens (section 5.6). A refused request may have had this token if the emulator does
 * not know its token.
 */
function wasRefused({ exchange, token }: Issue, renewal: Exchange, refusals: readonly Exchange[]): boolean {
  for (const { accessToken } of arrivedBetween(refusals, respondedAt(exchange) ?? Infinity, renewal.received))
    if (accessToken === undefined || accessToken.id === token.id) return true;
  return false;
}
