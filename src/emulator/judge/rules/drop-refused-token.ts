import type { Exchange } from '../../journal/exchange.js';
import { arrivedBetween, requestIdentity, isComplete } from '../exchanges.js';
import { type Evidence, MAY_NOT_HAVE_SEEN, type Rule } from '../rule.js';
import { chainsOf, groupBy } from '../series.js';

/** Two calls, or two tests, that renew their access token once each send an equal request so often. */
const MOST_REFUSALS = 4;

/** A 403 does not count: the token may be valid, and another call with it may be allowed (RFC 6750 section 3.1). */
export const dropRefusedToken: Rule = {
  id: 'drop-refused-token',
  title: 'A client drops an access token after 401, and repeats the request once with a new one.',
  basis: 'specification section 5.6; RFC 6750 section 3.1',
  precondition: 'response 401 to an access token after which the client is known to have sent another request',
  remedy: 'After 401, discard the access token, request a new one and repeat the request once.',
  doubt: `${MAY_NOT_HAVE_SEEN} Several tests may send the same text in the place of an access token.`,
  examine: (exchanges, evidence, examination) => {
    for (const uses of groupBy(exchanges, tokenOf)) {
      const refusal = uses.find((exchange) => exchange.status === 401 && isComplete(exchange));
      if (refusal === undefined) continue;
      const isUnknown = refusal.unknownToken !== undefined;
      const again = isUnknown ? repeatedUses(uses, evidence) : usesAfter(refusal, uses, evidence);
      const times = again.length === 1 ? 'once more' : `${again.length} more times`;
      const token = isUnknown ? 'an access token that the emulator has not issued' : 'the access token';
      const what = `Used ${token} ${times} after a 401 response to it.`;
      if (again.length > 0) examination.addOffence([refusal, ...again], what);
      else if (continued(refusal, exchanges)) examination.followed.push(refusal);
    }
    for (const chain of endlessRenewals(exchanges, evidence))
      examination.addOffence(chain, `Sent the request with ${chain.length} access tokens, all of which were refused.`);
  },
};

/** Equal for equal access tokens of one client. */
function tokenOf({ accessToken, clientId, unknownToken }: Exchange): string | undefined {
  if (accessToken !== undefined) return `${accessToken.id} ${clientId ?? ''}`;
  return unknownToken === undefined ? undefined : String(unknownToken);
}

function usesAfter(refusal: Exchange, uses: readonly Exchange[], { hadSeen }: Evidence): Exchange[] {
  return uses.filter((use) => use !== refusal && hadSeen(use, refusal));
}

/**
 * The uses of a token of nobody after it was refused. As proof, only an equal request that follows directly counts:
 * tests that share connections may send the same text in the place of a token.
 */
function repeatedUses(uses: readonly Exchange[], { wasNext, chanceCounts }: Evidence): Exchange[] {
  return uses.filter((use, at) => {
    const before = uses[at - 1];
    if (before?.status !== 401 || !wasNext(use, before)) return false;
    return chanceCounts || requestText(use) === requestText(before);
  });
}

function requestText({ method, path, query, request }: Exchange): string {
  return JSON.stringify([method, path, query, request.body]);
}

/** Requests that are sent again and again, each time with another access token that is refused. */
function endlessRenewals(exchanges: readonly Exchange[], evidence: Evidence): Exchange[][] {
  // Any number of tests may send an equal request.
  if (!evidence.chanceCounts) return [];
  const refused = exchanges.filter((exchange) => exchange.status === 401 && exchange.accessToken !== undefined);
  const chains = groupBy(refused, requestIdentity).flatMap((same) => chainsOf(same, evidence));
  return chains.filter((chain) => {
    const tokens = new Set(chain.map(({ accessToken }) => accessToken!.id));
    return chain.length > MOST_REFUSALS && tokens.size === chain.length;
  });
}

/** Whether the client sent another request after the refusal, so that its reaction can be seen. */
function continued(refusal: Exchange, all: readonly Exchange[]): boolean {
  for (const later of arrivedBetween(all, refusal.received, Infinity))
    if (later.received > refusal.received && isSameClient(later, refusal) && tokenOf(later) !== tokenOf(refusal))
      return true;
  return false;
}

/** A token of nobody names no client: then the connection tells. */
function isSameClient(one: Exchange, other: Exchange): boolean {
  if (other.clientId !== undefined) return one.clientId === other.clientId;
  return other.connection !== undefined && one.connection?.id === other.connection.id;
}
