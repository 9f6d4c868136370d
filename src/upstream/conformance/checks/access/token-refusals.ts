/** Requests that the token endpoint rejects. */

import { membersOf } from '../../../../common/json.js';
import { type Observation, holdsIf } from '../../check.js';
import type { RequestOptions } from '../../build-request.js';
import { describeExchange, type Exchange, isSuccess } from '../../exchange.js';
import { UNKNOWN } from '../examples.js';
import type { Service } from '../../service.js';
import { kindOf } from '../../describe-value.js';
import { type CheckRequest, type CheckRows, type Expectation, type GroupTables, point, section } from '../table.js';

/** Wrong on purpose. */
const WRONG_SECRET = UNKNOWN.value;

type Form = Readonly<Record<string, string>>;

const GRANT_TYPE = { grant_type: 'client_credentials' };
const wrongSecret = formOf((service) => ({ ...grant(service), client_secret: WRONG_SECRET }));

/** Rows without a request send a wrong secret. */
const ROWS: CheckRows = {
  'wrong-secret': section('5').expect('a wrong secret returns no token', noToken),
  'unknown-client': section('5').row('an unknown client returns no token', {
    request: formOf(() => ({ ...GRANT_TYPE, client_id: UNKNOWN.value, client_secret: WRONG_SECRET })),
    expect: noToken,
  }),
  'wrong-secret-status': point('ClientRefused').expect('a wrong secret returns 401', 401),
  'wrong-secret-error': point('OAuthError.error:bad-credentials').expect(
    'the error for a wrong secret is invalid_client',
    errorIs('invalid_client'),
  ),
  body: point('OAuthError.error').expect('an error response is a JSON object with "error"', hasText('error')),
  description: point('OAuthError.error_description').expect(
    'an error response has "error_description"',
    hasText('error_description'),
  ),
  'no-store': point('NoStore').expect(
    'error responses have Cache-Control: no-store',
    headerMatches('cache-control', /^no-store$/),
  ),
  'no-grant': point('TokenRequestRefused').row('a request without grant_type returns 400', {
    request: formOf(credentials),
  }),
  'no-authentication': point('ClientRefused:missing').row('a request without client ID and secret returns 401', {
    request: formOf(() => GRANT_TYPE),
    expect: 401,
  }),
  'other-grant': point('OAuthError.error:values').row('another grant returns unsupported_grant_type', {
    request: formOf((service) => ({ ...credentials(service), grant_type: 'password' })),
    expect: errorIs('unsupported_grant_type'),
  }),
  json: point('issueToken:media-type').row('a JSON body returns 400', {
    request: (service) =>
      send(service, { rawBody: { mediaType: 'application/json', text: JSON.stringify(grant(service)) } }),
  }),
  scope: point('TokenRequest.scope').row('a scope is accepted and ignored', {
    request: formOf((service) => ({ ...grant(service), scope: 'institution' })),
    expect: 200,
  }),
  basic: point('clientBasic').row('HTTP Basic is accepted instead of client_id and client_secret', {
    request: (service) => basic(service, service.inputs.clientSecret),
    expect: 200,
  }),
  'basic-challenge': point('BasicChallenge').row('a wrong secret in HTTP Basic returns WWW-Authenticate: Basic', {
    request: (service) => basic(service, WRONG_SECRET),
    expect: headerMatches('www-authenticate', /^Basic /),
  }),
};

export const TOKEN_REFUSALS: GroupTables = {
  name: 'token-refusals',
  title: 'token endpoint, rejected requests',
  rows: ROWS,
  request: wrongSecret,
};

function credentials({ inputs: { clientId, clientSecret } }: Service): Form {
  return { client_id: clientId, client_secret: clientSecret };
}

function grant(service: Service): Form {
  return { ...GRANT_TYPE, ...credentials(service) };
}

function formOf(form: (service: Service) => Form): CheckRequest {
  return (service) => send(service, { body: form(service) });
}

async function send(service: Service, call: RequestOptions): Promise<Exchange> {
  // Each is sent once: too many wrong secrets may lock the client out.
  return await service.request('issueToken', { ...call, isShared: true });
}

/** User and password are form-encoded first (RFC 6749 section 2.3.1). */
async function basic(service: Service, secret: string): Promise<Exchange> {
  const encoded = [service.inputs.clientId, secret].map((part) => encodeURIComponent(part)).join(':');
  const authorization = `Basic ${Buffer.from(encoded).toString('base64')}`;
  return await send(service, { authorization, body: GRANT_TYPE });
}

function noToken(exchange: Exchange): Observation {
  const hasToken = 'access_token' in membersOf(exchange.body);
  return holdsIf(
    !isSuccess(exchange) && !hasToken,
    `${describeExchange(exchange)}${hasToken ? ' with a token' : ''}`,
    String(exchange.status),
  );
}

function errorIs(code: string): Expectation {
  return ({ body }) => {
    const { error } = membersOf(body);
    return holdsIf(error === code, `error is ${kindOf(error, true)}, not ${code}`, kindOf(error, true));
  };
}

function hasText(member: string): Expectation {
  return (exchange) => {
    const isText = typeof membersOf(exchange.body)[member] === 'string';
    return holdsIf(isText, `${describeExchange(exchange)} without a text "${member}"`, isText ? 'a text' : 'nothing');
  };
}

function headerMatches(name: string, pattern: RegExp): Expectation {
  return (exchange) => {
    const sent = exchange.headers[name];
    return holdsIf(
      sent !== undefined && pattern.test(sent),
      `${describeExchange(exchange)} with ${name} ${sent === undefined ? 'missing' : 'in another form'}`,
      sent?.split(/[ ,]/)[0] ?? 'nothing',
    );
  };
}
