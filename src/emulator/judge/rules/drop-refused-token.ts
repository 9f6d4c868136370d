import type { Exchange } from '../../journal/exchange.js';
import { arrivedBetween, isComplete } from '../exchanges.js';
import type { Evidence, Examine } from '../rule.js';
import { requestAsSent, requestOfClient } from '../same-request.js';
import { chainsOf, groupBy } from '../series.js';

/**
 * The most refusals of an equal request that are no mistake. Each of two calls or tests may send the request, renew its
 * access token once, and send the request again.
 */
const MOST_REFUSALS = 4;
/** How many refusals are searched for one that the client has seen. A long journal may contain very many. */
const MOST_OPEN = 100;

/** A 403 does not count: the token may be valid, and another call with it may be allowed (RFC 6750 section 3.1). */
export const dropRefusedToken: Examine = (exchanges, evidence, examination) => {
  for (const uses of groupBy(exchanges, tokenOf)) {
    const refusal = uses.find(isRefusal);
    if (refusal === undefined) continue;

    const usesAgain = usesAfterRefusals(uses, evidence);
    const [first] = usesAgain;
    if (first !== undefined) {
      const times = usesAgain.length === 1 ? 'once more' : `${usesAgain.length} more times`;
      const isUnknown = refusal.unknownToken !== undefined;
      const token = isUnknown ? 'an access token that the emulator has not issued' : 'the access token';
      const what = `Used ${token} ${times} after a 401 response to it.`;
      examination.offences.push({ exchanges: [first.refusal, ...usesAgain.map(({ use }) => use)], what });
    } else if (sentLaterRequest(refusal, exchanges)) examination.followed.push(refusal);
  }

  for (const chain of endlessRenewals(exchanges, evidence)) {
    const what = `Sent the request with ${chain.length} access tokens, all of which were refused.`;
    examination.offences.push({ exchanges: chain, what });
  }
};

/** A text that names an access token of a client, and a token that nobody issued. Undefined without a token. */
function tokenOf({ accessToken, clientId, unknownToken }: Exchange): string | undefined {
  if (accessToken !== undefined) return `${accessToken.id} ${clientId ?? ''}`;
  return unknownToken === undefined ? undefined : String(unknownToken);
}

/** Whether the access token was refused, and the client has received the response. */
function isRefusal(use: Exchange): boolean {
  return use.status === 401 && isComplete(use);
}

/** The uses of a token that was refused before, each with the earliest refusal that the client had seen. */
function usesAfterRefusals(uses: readonly Exchange[], evidence: Evidence): Record<'refusal' | 'use', Exchange>[] {
  const refusals: Exchange[] = [];
  return uses.flatMap((use) => {
    const refusal = refusals.find((candidate) => isUseAfter(use, candidate, evidence));
    if (isRefusal(use)) refusals.push(use);
    // Drop the second refusal, and keep the first: the client has most likely seen that one.
    if (refusals.length > MOST_OPEN) refusals.splice(1, 1);

    return refusal === undefined ? [] : { refusal, use };
  });
}

/**
 * Whether a token was used although the client had seen the token refused. For a token that nobody issued, only an
 * equal request that follows directly is proof: several tests that share a connection may send one made-up text as
 * their token.
 */
function isUseAfter(use: Exchange, refusal: Exchange, { hadSeen, wasNext, chanceCounts }: Evidence): boolean {
  if (use.unknownToken === undefined) return hadSeen(use, refusal);
  if (!wasNext(use, refusal)) return false;

  const text = requestAsSent(use);

  return chanceCounts || (text !== undefined && text === requestAsSent(refusal));
}

/** Series of equal requests that are sent again and again, each time with another access token, and always refused. */
function endlessRenewals(exchanges: readonly Exchange[], evidence: Evidence): Exchange[][] {
  // Any number of tests may send an equal request.
  if (!evidence.chanceCounts) return [];

  const refused = exchanges.filter((exchange) => exchange.status === 401 && exchange.accessToken !== undefined);
  const chains = groupBy(refused, requestOfClient).flatMap((same) => chainsOf(same, evidence));
  return chains.filter((chain) => {
    const tokens = new Set(chain.map(({ accessToken }) => accessToken!.id));
    return chain.length > MOST_REFUSALS && tokens.size === chain.length;
  });
}

/** Whether the client sent another request after the refusal, so that its reaction can be seen. */
function sentLaterRequest(refusal: Exchange, all: readonly Exchange[]): boolean {
  // `arrivedBetween` includes the moment of the refusal itself, so the later time is compared again.
  for (const later of arrivedBetween(all, refusal.received, Infinity))
    if (later.received > refusal.received && isSameClient(later, refusal) && tokenOf(later) !== tokenOf(refusal))
      return true;
  return false;
}

/** Whether two exchanges have the same client. A token that nobody issued names no client: then connections decide. */
function isSameClient(one: Exchange, other: Exchange): boolean {
  if (other.clientId !== undefined) return one.clientId === other.clientId;
  return other.connection !== undefined && one.connection?.id === other.connection.id;
}
