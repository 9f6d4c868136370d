import type { Steps } from '../../../common/steps.js';
import type { Exchange } from '../../journal/exchange.js';
import { arrivedBetween, identityOf, isComplete } from '../exchanges.js';
import { type Evidence, MAY_NOT_HAVE_SEEN, type Rule } from '../rule.js';
import { chainsOf, forEach, fromEach, groupBy } from '../series.js';

/** Two calls, or two tests, that renew their access token once each send an equal request so often. */
const MOST_REFUSALS = 4;

/** A 403 does not count: the token may be valid, and another call with it may be allowed (RFC 6750 section 3.1). */
export const dropRefusedToken: Rule = {
  id: 'drop-refused-token',
  title: 'A client drops an access token after 401, and repeats the request once with a new one.',
  basis: 'specification section 5.6; RFC 6750 section 3.1',
  precondition: 'response 401 to a request with an access token that another request followed',
  remedy: 'After 401, discard the access token, request a new one and repeat the request once.',
  doubt: MAY_NOT_HAVE_SEEN,
  examine: function* (exchanges, evidence, examination) {
    const ofToken = yield* groupBy(
      exchanges,
      ({ accessToken, clientId }) => accessToken && `${accessToken.id} ${clientId ?? ''}`,
    );
    yield* forEach(ofToken, (uses) => {
      const refusal = uses.find((exchange) => exchange.status === 401 && isComplete(exchange));
      if (refusal === undefined) return;
      const again = uses.filter((use) => use !== refusal && evidence.hadSeen(use, refusal));
      const times = again.length === 1 ? 'once more' : `${again.length} more times`;
      const what = `Used the access token ${times} after a 401 response to it.`;
      if (again.length > 0) examination.addOffence([refusal, ...again], what);
      else if (continued(refusal, exchanges)) examination.followed.push(refusal);
    });
    for (const chain of yield* endlessRenewals(exchanges, evidence))
      examination.addOffence(chain, `Sent the request with ${chain.length} access tokens, all of which were refused.`);
  },
};

/** Requests that are sent again and again, each time with another access token that is refused. */
function* endlessRenewals(exchanges: readonly Exchange[], evidence: Evidence): Steps<readonly Exchange[][]> {
  // Any number of tests may send an equal request.
  if (!evidence.chanceCounts) return [];
  const refused = exchanges.filter((exchange) => exchange.status === 401 && exchange.accessToken !== undefined);
  const chains = yield* fromEach(yield* groupBy(refused, identityOf), (same) => chainsOf(same, evidence));
  return chains.filter((chain) => {
    const tokens = new Set(chain.map(({ accessToken }) => accessToken!.id));
    return chain.length > MOST_REFUSALS && tokens.size === chain.length;
  });
}

/** Whether the client sent another request after the refusal, so that its reaction can be seen. */
function continued(refusal: Exchange, all: readonly Exchange[]): boolean {
  for (const { clientId, received, accessToken } of arrivedBetween(all, refusal.received, Infinity))
    if (received > refusal.received && clientId === refusal.clientId && accessToken?.id !== refusal.accessToken?.id)
      return true;
  return false;
}
