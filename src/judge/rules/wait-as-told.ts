import type { Exchange } from '../../journal/exchange.js';
import { couldHaveSeen } from '../could-have-seen.js';
import { formatTime, groupBy, pauseBetween, retryAfterOf, TOLERANCE } from '../exchanges.js';
import type { Examination, Offence, Rule } from '../rule.js';

/**
 * A response binds the client for its operation only: the limit applies to the client, but the specification does not
 * say whether the service counts all operations together. A request for another operation is no offence.
 */
export const waitAsTold: Rule = {
  id: 'wait-as-told',
  title: 'A client waits as long as Retry-After says.',
  basis: 'specification section 7; RFC 9110 section 10.2.3, RFC 6585 section 4',
  occasion: 'request after a response 429 or 503 with Retry-After',
  remedy: 'Read Retry-After as seconds or as a date, and send nothing to that operation before it has passed.',
  examine: (exchanges) => {
    const examinations = groupBy(exchanges, operationOfClient).map(examineOperation);
    return {
      offences: examinations.flatMap(({ offences }) => offences),
      followed: examinations.flatMap(({ followed }) => followed),
    };
  },
};

function operationOfClient({ clientId, operation }: Exchange): string | undefined {
  return clientId === undefined || operation === undefined ? undefined : `${operation} ${clientId}`;
}

function examineOperation(own: readonly Exchange[]): Examination {
  const offences: Offence[] = [];
  const followed: Exchange[] = [];
  let refusals: Exchange[] = [];
  for (const exchange of own) {
    // The latest refusal that the client could have seen counts.
    const refusal = refusals.findLast((earlier) => couldHaveSeen(exchange, earlier, own));
    const wait = refusal && retryAfterOf(refusal);
    if (refusal !== undefined && wait !== undefined) {
      const pause = pauseBetween(refusal, exchange);
      if (pause < wait - TOLERANCE) {
        const what = `Came back after ${formatTime(pause)} although the response asked to wait ${formatTime(wait)}.`;
        offences.push({ exchanges: [refusal, exchange], what });
      } else {
        followed.push(exchange);
        refusals = [];
      }
    }
    if (asksToWait(exchange)) refusals.push(exchange);
  }
  return { offences, followed };
}

function asksToWait(exchange: Exchange): boolean {
  return (exchange.status === 429 || exchange.status === 503) && retryAfterOf(exchange) !== undefined;
}
