/** What checks look at in responses of the token endpoint, and in responses with 429. */

import { membersOf } from '../../../common/json.js';
import { differs, holdsIf, unseen } from '../check.js';
import { numberOrKind } from '../describe-value.js';
import { describeExchange, isSuccess, lifetimeOf, objectIn } from '../exchange.js';
import type { CheckFunctions } from './functions.js';

export const ACCESS: CheckFunctions = {
  requests: { newToken: (service) => service.requestToken() },
  looks: {
    isString: (exchange) =>
      holdsIf(typeof objectIn(exchange)['access_token'] === 'string', 'access_token is not a string'),
    isLifetime: (exchange) => {
      const lifetime = objectIn(exchange)['expires_in'];
      return holdsIf(
        lifetimeOf(lifetime) > 0,
        `expires_in is ${lifetime === undefined ? 'missing' : 'not a positive number'}`,
        numberOrKind(lifetime),
      );
    },
    noToken: (exchange) => {
      const hasToken = 'access_token' in membersOf(exchange.body);
      return holdsIf(
        !isSuccess(exchange) && !hasToken,
        `${describeExchange(exchange)}${hasToken ? ' with a token' : ''}`,
        String(exchange.status),
      );
    },
  },
  runs: {
    noneIsThrottled: ({ throttled: { length } }) =>
      length === 0
        ? unseen('the service has returned no 429 in this run')
        : differs(`${length} requests returned 429`, '429'),
  },
};
