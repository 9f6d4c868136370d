/** The form of error responses: the specification shows no body, so these checks only observe. */

import { isObject } from '../../contract/json.js';
import type { OperationId } from '../../contract/operation.js';
import { type Check, type CheckGroup, type Observation, holdsIf, unseen } from '../check.js';
import { type RequestOptions, type Exchange, mediaTypeOf } from '../exchange.js';
import { UNKNOWN } from './examples.js';
import { kindOf } from '../describe-value.js';

interface Failure {
  readonly name: string;
  readonly title: string;
  readonly operation: OperationId;
  readonly call: RequestOptions;
}

const FAILURES: readonly Failure[] = [
  {
    name: '400',
    title: 'an invalid request',
    operation: 'resolveCredentials',
    call: { query: { q: UNKNOWN.email, partyId: UNKNOWN.partyId } },
  },
  { name: '401', title: 'a missing token', operation: 'getUsers', call: { authorization: null } },
  {
    name: '404',
    title: 'an unknown link',
    operation: 'checkVerificationStatus',
    call: { path: { token: UNKNOWN.link } },
  },
];

/** The code of an error by its status; other checks test whether the status is right. */
const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
};

/** An early version of the public client shows the body; the current one does not. */
const EARLY = { isTentative: true } as const;

/** The group. */
export const ERROR_BODIES: CheckGroup = {
  name: 'error-bodies',
  title: 'bodies of error responses',
  checks: FAILURES.flatMap(checksOf),
};

function checksOf({ name, title, operation, call }: Failure): Check[] {
  const check = (aspect: string, words: string, point: string, look: (exchange: Exchange) => Observation): Check => ({
    id: `error-bodies.${name}.${aspect}`,
    title: `${title} ${words}`,
    point,
    ...EARLY,
    run: async (service) => {
      const exchange = await service.request(operation, call);
      return exchange.status < 400 ? unseen(`status ${exchange.status} is no error`) : look(exchange);
    },
  });
  return [
    check('media-type', 'returns JSON', 'Error.error', (exchange) =>
      holdsIf(
        mediaTypeOf(exchange) === 'application/json' && exchange.body !== undefined,
        'the body is not JSON',
        mediaTypeOf(exchange) || 'nothing',
      ),
    ),
    check('error', 'returns a code "error"', 'Error.error', ({ body }) =>
      holdsIf(typeof memberOf(body, 'error') === 'string', 'the body has no text "error"', membersOf(body)),
    ),
    check('message', 'returns a sentence "message"', 'Error.message', ({ body }) =>
      holdsIf(typeof memberOf(body, 'message') === 'string', 'the body has no text "message"', membersOf(body)),
    ),
    check('code', 'returns the code of its status', 'Error.error:codes', codeFits),
  ];
}

function codeFits({ status, body }: Exchange): Observation {
  const [code, expected] = [memberOf(body, 'error'), CODES[status]];
  if (typeof code !== 'string' || expected === undefined)
    return unseen(expected === undefined ? `no code is known for status ${status}` : 'the body has no text "error"');
  const seen = `${status}: ${kindOf(code, true)}`;
  return holdsIf(code === expected, `the code is that of ${seen}, not ${expected}`, seen);
}

function memberOf(body: unknown, name: string): unknown {
  return isObject(body) ? body[name] : undefined;
}

function membersOf(body: unknown): string {
  return isObject(body)
    ? `{${Object.keys(body)
        .map((name) => kindOf(name, true))
        .join(', ')}}`
    : kindOf(body);
}
