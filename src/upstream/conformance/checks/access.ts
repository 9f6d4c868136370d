/** What checks look at in responses of the token endpoint, in headers, and in responses with 429. */

import { membersOf } from '../../../common/json.js';
import { differs, holdsIf, unseen } from '../check.js';
import { formOf, kindOf, numberOrKind } from '../describe-value.js';
import { describeExchange, isSuccess, lifetimeOf, objectIn, successOf, textIn } from '../exchange.js';
import type { CheckFunctions } from './functions.js';

const UNMET = 'the service has returned no 429 in this run';

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
    isSignedJwt: (exchange) => {
      const parts = textIn(objectIn(exchange), 'access_token').split('.').length;
      return holdsIf(parts === 3, 'the access token does not have the three parts of a signed JWT', `${parts} parts`);
    },
    scopeIs: (exchange, expected: string) => {
      if (membersOf(exchange.body)['error'] === 'invalid_scope')
        return differs('the scope is refused', 'invalid_scope');
      const { scope } = objectIn(exchange);
      const seen = typeof scope === 'string' ? formOf(scope) : 'nothing';
      return holdsIf(scope === expected, 'scope is different or missing', seen);
    },
    headerIs: (exchange, { name, value }: { name: string; value: string }) => {
      const { [name]: sent } = successOf(exchange).headers;
      return holdsIf(sent === value, `${name} is ${sent ?? 'missing'}, not ${value}`, sent ?? 'nothing');
    },
    noToken: (exchange) => {
      const hasToken = 'access_token' in membersOf(exchange.body);
      return holdsIf(
        !isSuccess(exchange) && !hasToken,
        `${describeExchange(exchange)}${hasToken ? ' with a token' : ''}`,
        String(exchange.status),
      );
    },
    errorIs: ({ body }, code: string) => {
      const { error } = membersOf(body);
      const seen = kindOf(error, true);
      return holdsIf(error === code, `error is ${seen}, not ${code}`, seen);
    },
    hasText: (exchange, member: string) => {
      const isText = typeof membersOf(exchange.body)[member] === 'string';
      return holdsIf(isText, `${describeExchange(exchange)} without a text "${member}"`, isText ? 'a text' : 'nothing');
    },
    headerMatches: (exchange, { name, pattern }: { name: string; pattern: string }) => {
      const sent = exchange.headers[name];
      return holdsIf(
        sent !== undefined && new RegExp(pattern).test(sent),
        `${describeExchange(exchange)} with ${name} ${sent === undefined ? 'missing' : 'in another form'}`,
        sent?.split(/[ ,]/)[0] ?? 'nothing',
      );
    },
    /** The value of a header may name a person or an address, so only its presence is reported. */
    hasNoHeader: ({ headers }, name: string) => {
      const isAbsent = headers[name] === undefined;
      return holdsIf(isAbsent, `the response has ${name}`, isAbsent ? 'nothing' : name);
    },
  },
  runs: {
    waitsAreInSeconds: ({ throttled }) => {
      const values = throttled.map(({ headers }) => headers['retry-after']);
      const forms = new Set(
        values.map((value) => (value === undefined ? 'nothing' : /^\d+$/.test(value) ? 'seconds' : 'a date')),
      );
      if (forms.size === 0) return unseen(UNMET);
      return holdsIf([...forms].join() === 'seconds', `Retry-After was ${[...forms].join(', ')}`, ...forms);
    },
    noneIsThrottled: ({ throttled: { length } }) =>
      length === 0 ? unseen(UNMET) : differs(`${length} requests returned 429`, '429'),
  },
};
