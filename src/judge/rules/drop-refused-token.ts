import type { Exchange } from '../../journal/exchange.js';
import { couldHaveSeen } from '../could-have-seen.js';
import { groupBy, isComplete } from '../exchanges.js';
import type { Examination, Rule } from '../rule.js';

/** 403 is another matter: the token may be good, and another call with it may be allowed (RFC 6750 section 3.1). */
export const dropRefusedToken: Rule = {
  id: 'drop-refused-token',
  title: 'A client does not use an access token again that was answered with 401.',
  basis: 'specification section 5.6; RFC 6750 section 3.1',
  occasion: 'answer 401 to a request with an access token, with a request after it',
  remedy: 'On 401, throw the access token away, ask for a new one and repeat the request once.',
  examine: (exchanges) => {
    const findings = groupBy(
      exchanges,
      ({ accessToken, clientId }) => accessToken && `${accessToken.id} ${clientId ?? ''}`,
    ).map((uses) => examineToken(uses, exchanges));
    return { offences: findings.flatMap(({ offences }) => offences), good: findings.flatMap(({ good }) => good) };
  },
};

function examineToken(uses: readonly Exchange[], all: readonly Exchange[]): Examination {
  const refusal = uses.find((exchange) => exchange.status === 401 && isComplete(exchange));
  if (refusal === undefined) return { offences: [], good: [] };
  const again = uses.filter((use) => use !== refusal && couldHaveSeen(use, refusal, uses));
  if (again.length > 0) {
    return {
      offences: [
        {
          exchanges: [refusal, ...again],
          what: `Used the access token ${times(again.length)} after it had been answered with 401.`,
        },
      ],
      good: [],
    };
  }
  return { offences: [], good: wentOn(refusal, all) ? [refusal] : [] };
}

function times(count: number): string {
  return count === 1 ? 'once more' : `${count} times more`;
}

/** Whether the client asked for anything after the refusal, so that it shows what it made of it. */
function wentOn(refusal: Exchange, all: readonly Exchange[]): boolean {
  return all.some(
    ({ clientId, received, accessToken }) =>
      received > refusal.received && clientId === refusal.clientId && accessToken?.id !== refusal.accessToken!.id,
  );
}
