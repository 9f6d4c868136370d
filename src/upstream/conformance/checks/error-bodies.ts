/** The form of error responses: the specification shows no body, so these checks only observe. */

import { isObject, membersOf } from '../../../common/json.js';
import { type Observation, holdsIf, unseen } from '../check.js';
import { type Exchange, mediaTypeOf } from '../exchange.js';
import { UNKNOWN } from './examples.js';
import { kindOf } from '../describe-value.js';
import { linkCheck, lookUp } from './requests.js';
import { type CheckRows, type CheckTable, type Expectation, type GroupTables, tentative } from './table.js';

const FAILURES: readonly Omit<CheckTable, 'rows'>[] = [
  { of: '400', subject: 'an invalid request', request: lookUp({ q: UNKNOWN.email, partyId: UNKNOWN.partyId }) },
  { of: '401', subject: 'a missing token', request: ['getUsers', { authorization: null }] },
  { of: '404', subject: 'an unknown link', request: linkCheck(UNKNOWN.link) },
];

/** The code of an error by its status; other checks test whether the status is right. */
const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
};

/** What is expected of each failure. An early version of the public client shows the body; the current one does not. */
const ASPECTS: CheckRows = {
  'media-type': tentative('Error.error').expect('returns JSON', ofErrors(isJson)),
  error: tentative('Error.error').expect('returns a code "error"', ofErrors(hasText('error'))),
  message: tentative('Error.message').expect('returns a sentence "message"', ofErrors(hasText('message'))),
  code: tentative('Error.error:codes').expect('returns the code of its status', ofErrors(codeFits)),
};

export const ERROR_BODIES: GroupTables = {
  name: 'error-bodies',
  title: 'bodies of error responses',
  tables: FAILURES.map((failure) => ({ ...failure, rows: ASPECTS })),
};

type Look = (exchange: Exchange) => Observation;

function ofErrors(look: Look): Expectation {
  return (exchange) => (exchange.status < 400 ? unseen(`status ${exchange.status} is no error`) : look(exchange));
}

function isJson(exchange: Exchange): Observation {
  const mediaType = mediaTypeOf(exchange);
  const isRight = mediaType === 'application/json' && exchange.body !== undefined;
  return holdsIf(isRight, 'the body is not JSON', mediaType || 'nothing');
}

function hasText(name: string): Look {
  return ({ body }) =>
    holdsIf(typeof membersOf(body)[name] === 'string', `the body has no text "${name}"`, namesIn(body));
}

function codeFits({ status, body }: Exchange): Observation {
  const [code, expected] = [membersOf(body)['error'], CODES[status]];
  if (typeof code !== 'string' || expected === undefined)
    return unseen(expected === undefined ? `no code is known for status ${status}` : 'the body has no text "error"');
  const seen = `${status}: ${kindOf(code, true)}`;
  return holdsIf(code === expected, `the code is that of ${seen}, not ${expected}`, seen);
}

function namesIn(body: unknown): string {
  if (!isObject(body)) return kindOf(body);
  const names = Object.keys(body).map((name) => kindOf(name, true));
  return `{${names.join(', ')}}`;
}
