import type { Exchange } from '../../journal/exchange.js';
import { arrivedBetween, isComplete, respondedAt } from '../exchanges.js';
import type { Evidence, Examine } from '../rule.js';
import { byClient } from '../series.js';

/** How many of the last refusals are searched for the reason for a new token. A client may have many at once. */
const MOST_REASONS = 100;

/**
 * One new token after a 403 is right: the specification does not say whether an expired token gets 401 or 403 (section
 * 5.6). If the new token gets 403 as well, the institution itself is refused.
 */
export const acceptForbidden: Examine = (exchanges, evidence, examination) => {
  for (const group of byClient(exchanges)) {
    const tokens = tokensOf(group);
    for (const exchange of group) {
      if (!isForbiddenAgain(exchange, tokens, evidence)) continue;

      // What the client does first after the response shows whether it accepts the refusal.
      const [next] = arrivedBetween(group, respondedAt(exchange)!, Infinity);
      const asksAgain = next?.operation === 'issueToken' && isValidAt(next, exchange);
      if (!asksAgain) examination.followed.push(exchange);
      else if (evidence.hadSeen(next, exchange))
        examination.offences.push({ exchanges: [exchange, next], what: YET_ANOTHER });
    }
  }
};

const YET_ANOTHER = 'Requested yet another access token although a new one had received 403.';

/** The history of one access token of a client. */
interface KnownToken {
  /** The first request with the token. */
  firstUse?: Exchange;
  /** The token request whose response issued the token. */
  issue?: Exchange;
  /** The responses 403 directly before the token request. */
  reasons?: readonly Exchange[];
}

/** What is known about each access token of the group, by its ID. */
function tokensOf(group: readonly Exchange[]): ReadonlyMap<string, KnownToken> {
  const tokens = new Map<string, KnownToken>();
  /** The token with this ID, added on first use. */
  const tokenOf = (id: string): KnownToken => {
    if (!tokens.has(id)) tokens.set(id, {});
    return tokens.get(id)!;
  };

  /** The responses 403 since the last other response. */
  let reasons: Exchange[] = [];
  for (const exchange of group) {
    const { accessToken, issuedToken } = exchange;
    if (accessToken !== undefined) tokenOf(accessToken.id).firstUse ??= exchange;
    if (issuedToken !== undefined) Object.assign(tokenOf(issuedToken.id), { issue: exchange, reasons });
    reasons = isForbidden(exchange) ? [...reasons, exchange].slice(-MOST_REASONS) : [];
  }

  return tokens;
}

/** Whether the exchange is a 403 to the first use of a token that the client requested because of another 403. */
function isForbiddenAgain(exchange: Exchange, tokens: ReadonlyMap<string, KnownToken>, { hadSeen }: Evidence): boolean {
  if (!isForbidden(exchange)) return false;
  const { firstUse, issue, reasons = [] } = tokens.get(exchange.accessToken!.id)!;
  return firstUse === exchange && issue !== undefined && reasons.some((reason) => hadSeen(issue, reason));
}

/**
 * Whether the token of an exchange was still valid at the time of another exchange. A client may always request a token
 * in place of an expired one.
 */
function isValidAt({ at }: Exchange, { accessToken }: Exchange): boolean {
  return Date.parse(at) < Date.parse(accessToken!.expiresAt);
}

/** Whether the access token may not do what was requested. */
function isForbidden(exchange: Exchange): boolean {
  return exchange.status === 403 && exchange.accessToken !== undefined && isComplete(exchange);
}
