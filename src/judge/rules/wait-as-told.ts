import type { Exchange } from '../../journal/exchange.js';
import { couldHaveSeen } from '../could-have-seen.js';
import { groupBy, pauseBetween, formatTime, TOLERANCE, retryAfterOf } from '../exchanges.js';
import type { Examination, Offence, Rule } from '../rule.js';

/**
 * An answer binds the client for the operation that it asked for: a limit is the client's, but nobody knows whether the
 * service counts all operations together, so going on with another one is no offence.
 */
export const waitAsTold: Rule = {
  id: 'wait-as-told',
  title: 'A client waits as long as Retry-After says.',
  basis: 'specification section 7; RFC 9110 section 10.2.3, RFC 6585 section 4',
  occasion: 'request after an answer 429 or 503 with Retry-After',
  remedy: 'Read Retry-After, as seconds or as a date, and send nothing to that operation before it has passed.',
  examine: (exchanges) => {
    const findings = groupBy(exchanges, operationOfClient).map(examineOperation);
    return { offences: findings.flatMap(({ offences }) => offences), good: findings.flatMap(({ good }) => good) };
  },
};

function operationOfClient({ clientId, operation }: Exchange): string | undefined {
  return clientId === undefined || operation === undefined ? undefined : `${operation} ${clientId}`;
}

function examineOperation(own: readonly Exchange[]): Examination {
  const offences: Offence[] = [];
  const good: Exchange[] = [];
  let refusals: Exchange[] = [];
  for (const exchange of own) {
    // The newest word counts; answers that the client cannot have known when it sent the request do not.
    const refusal = refusals.findLast((earlier) => couldHaveSeen(exchange, earlier, own));
    if (refusal !== undefined) {
      const wait = retryAfterOf(refusal)!;
      const pause = pauseBetween(refusal, exchange);
      if (pause < wait - TOLERANCE) {
        offences.push({
          exchanges: [refusal, exchange],
          what: `Came back after ${formatTime(pause)}, although the answer said to wait ${formatTime(wait)}.`,
        });
      } else {
        good.push(exchange);
        refusals = [];
      }
    }
    if (asksToWait(exchange)) refusals.push(exchange);
  }
  return { offences, good };
}

function asksToWait(exchange: Exchange): boolean {
  return (exchange.status === 429 || exchange.status === 503) && retryAfterOf(exchange) !== undefined;
}
