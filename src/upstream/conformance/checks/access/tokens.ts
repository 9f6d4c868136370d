/** What checks of the token endpoint look at, and those of authentication and of gateways. */

import { membersOf } from '../../../../common/json.js';
import { holdsIf, type Observation } from '../../check.js';
import { formOf, kindOf, numberOrKind } from '../../describe-value.js';
import {
  describeExchange,
  isSuccess,
  lifetimeOf,
  objectIn,
  type ServiceExchange,
  successOf,
  textIn,
} from '../../exchange.js';
import type { CheckFunctions } from '../functions.js';

export const TOKEN: CheckFunctions = {
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
    isInstitution: (exchange) => {
      const { scope } = objectIn(exchange);
      const seen = typeof scope === 'string' ? formOf(scope) : 'nothing';
      return holdsIf(scope === 'institution', 'scope is different or missing', seen);
    },
    headerIs: (exchange, { name, value }: { name: string; value: string }) => {
      const { [name]: sent } = successOf(exchange).headers;
      return holdsIf(sent === value, `${name} is ${sent ?? 'missing'}, not ${value}`, sent ?? 'nothing');
    },
  },
};

export const TOKEN_REFUSALS: CheckFunctions = {
  looks: {
    noToken,
    errorIs: ({ body }, code: string) => {
      const seen = kindOf(membersOf(body)['error'], true);
      return holdsIf(membersOf(body)['error'] === code, `error is ${seen}, not ${code}`, seen);
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
  },
};

function noToken(exchange: ServiceExchange): Observation {
  const hasToken = 'access_token' in membersOf(exchange.body);
  return holdsIf(
    !isSuccess(exchange) && !hasToken,
    `${describeExchange(exchange)}${hasToken ? ' with a token' : ''}`,
    String(exchange.status),
  );
}

export const AUTHENTICATION: CheckFunctions = {
  looks: {
    challengesBearer: ({ headers }) => {
      const challenge = headers['www-authenticate'];
      return holdsIf(
        challenge?.startsWith('Bearer') === true,
        `WWW-Authenticate is ${challenge === undefined ? 'missing' : 'of another scheme'}`,
        challenge?.split(' ')[0] ?? 'nothing',
      );
    },
  },
};

export const GATEWAY: CheckFunctions = {
  looks: {
    /** The value of a header may name a person or an address, so only its presence is reported. */
    hasNoHeader: ({ headers }, name: string) => {
      const isAbsent = headers[name] === undefined;
      return holdsIf(isAbsent, `the response has ${name}`, isAbsent ? 'nothing' : name);
    },
  },
};
