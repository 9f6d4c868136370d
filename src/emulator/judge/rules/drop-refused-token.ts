import type { Exchange } from '../../journal/exchange.js';
import { arrivedBetween, forEach, groupBy, isComplete } from '../exchanges.js';
import { MAY_NOT_HAVE_SEEN, type Rule } from '../rule.js';

/** A 403 does not count: the token may be valid, and another call with it may be allowed (RFC 6750 section 3.1). */
export const dropRefusedToken: Rule = {
  id: 'drop-refused-token',
  title: 'A client does not use an access token again after a 401 response to it.',
  basis: 'specification section 5.6; RFC 6750 section 3.1',
  occasion: 'response 401 to a request with an access token that another request followed',
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
      const what = `Used the access token ${times(again.length)} after a 401 response to it.`;
      if (again.length > 0) examination.addOffence([refusal, ...again], what);
      else if (continued(refusal, exchanges)) examination.followed.push(refusal);
    });
  },
};

function times(count: number): string {
  return count === 1 ? 'once more' : `${count} more times`;
}

/** Whether the client sent another request after the refusal, so that its reaction can be seen. */
function continued(refusal: Exchange, all: readonly Exchange[]): boolean {
  for (const { clientId, received, accessToken } of arrivedBetween(all, refusal.received, Infinity))
    if (received > refusal.received && clientId === refusal.clientId && accessToken?.id !== refusal.accessToken?.id)
      return true;
  return false;
}
