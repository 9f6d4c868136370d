/** Requests that the token endpoint rejects. */

import { isObject } from '../../contract/json.js';
import { type Check, type CheckGroup, type Observation, holdsIf } from '../check.js';
import { type RequestOptions, describeExchange, type Exchange, isSuccess } from '../exchange.js';
import { UNKNOWN } from './examples.js';
import type { Service } from '../service.js';
import { kindOf } from '../describe-value.js';
import { hasStatus } from './response-checks.js';

/** Wrong on purpose. */
const WRONG_SECRET = UNKNOWN.value;

const CHECKS: readonly Check[] = [
  {
    id: 'token-refusals.wrong-secret',
    title: 'a wrong secret returns no token',
    section: '5',
    run: async (service) => noToken(await requestWith(service, wrongSecret(service))),
  },
  {
    id: 'token-refusals.unknown-client',
    title: 'an unknown client returns no token',
    section: '5',
    run: async (service) =>
      noToken(
        await requestWith(service, {
          grant_type: 'client_credentials',
          client_id: UNKNOWN.value,
          client_secret: WRONG_SECRET,
        }),
      ),
  },
  {
    id: 'token-refusals.wrong-secret-status',
    title: 'a wrong secret returns 401',
    point: 'ClientRefused',
    run: async (service) => hasStatus(await requestWith(service, wrongSecret(service)), 401),
  },
  {
    id: 'token-refusals.wrong-secret-error',
    title: 'the error for a wrong secret is invalid_client',
    point: 'OAuthError.error:bad-credentials',
    run: async (service) => errorIs(await requestWith(service, wrongSecret(service)), 'invalid_client'),
  },
  {
    id: 'token-refusals.body',
    title: 'an error response is a JSON object with "error"',
    point: 'OAuthError.error',
    run: async (service) => hasText(await requestWith(service, wrongSecret(service)), 'error'),
  },
  {
    id: 'token-refusals.description',
    title: 'an error response has "error_description"',
    point: 'OAuthError.error_description',
    run: async (service) => hasText(await requestWith(service, wrongSecret(service)), 'error_description'),
  },
  {
    id: 'token-refusals.no-store',
    title: 'error responses have Cache-Control: no-store',
    point: 'NoStore',
    run: async (service) =>
      headerMatches(await requestWith(service, wrongSecret(service)), 'cache-control', /^no-store$/),
  },
  {
    id: 'token-refusals.no-grant',
    title: 'a request without grant_type returns 400',
    point: 'TokenRequestRefused',
    run: async (service) => hasStatus(await requestWith(service, credentials(service)), 400),
  },
  {
    id: 'token-refusals.no-authentication',
    title: 'a request without client ID and secret returns 401',
    point: 'ClientRefused:missing',
    run: async (service) => hasStatus(await requestWith(service, { grant_type: 'client_credentials' }), 401),
  },
  {
    id: 'token-refusals.other-grant',
    title: 'another grant returns unsupported_grant_type',
    point: 'OAuthError.error:values',
    run: async (service) =>
      errorIs(
        await requestWith(service, { ...credentials(service), grant_type: 'password' }),
        'unsupported_grant_type',
      ),
  },
  {
    id: 'token-refusals.json',
    title: 'a JSON body returns 400',
    point: 'issueToken:media-type',
    run: async (service) =>
      hasStatus(
        await send(service, { rawBody: { mediaType: 'application/json', text: JSON.stringify(grant(service)) } }),
        400,
      ),
  },
  {
    id: 'token-refusals.scope',
    title: 'a scope is accepted and ignored',
    point: 'TokenRequest.scope',
    run: async (service) => hasStatus(await requestWith(service, { ...grant(service), scope: 'institution' }), 200),
  },
  {
    id: 'token-refusals.basic',
    title: 'HTTP Basic is accepted instead of client_id and client_secret',
    point: 'clientBasic',
    run: async (service) => hasStatus(await basic(service, service.inputs.clientSecret), 200),
  },
  {
    id: 'token-refusals.basic-challenge',
    title: 'a wrong secret in HTTP Basic returns WWW-Authenticate: Basic',
    point: 'BasicChallenge',
    run: async (service) => headerMatches(await basic(service, WRONG_SECRET), 'www-authenticate', /^Basic /),
  },
];

/** The group. */
export const TOKEN_REFUSALS: CheckGroup = {
  name: 'token-refusals',
  title: 'token endpoint, rejected requests',
  checks: CHECKS,
};

type Form = Readonly<Record<string, string>>;

function credentials({ inputs: { clientId, clientSecret } }: Service): Form {
  return { client_id: clientId, client_secret: clientSecret };
}

function grant(service: Service): Form {
  return { grant_type: 'client_credentials', ...credentials(service) };
}

function wrongSecret(service: Service): Form {
  return { ...grant(service), client_secret: WRONG_SECRET };
}

async function requestWith(service: Service, form: Form): Promise<Exchange> {
  return await send(service, { body: form });
}

async function send(service: Service, call: RequestOptions): Promise<Exchange> {
  // Each is sent once: too many wrong secrets may lock the client out.
  return await service.request('issueToken', { ...call, isShared: true });
}

/** User and password are form-encoded first (RFC 6749 section 2.3.1). */
async function basic(service: Service, secret: string): Promise<Exchange> {
  const encoded = [service.inputs.clientId, secret].map((part) => encodeURIComponent(part)).join(':');
  return await send(service, {
    authorization: `Basic ${Buffer.from(encoded).toString('base64')}`,
    body: { grant_type: 'client_credentials' },
  });
}

function noToken(exchange: Exchange): Observation {
  const hasToken = isObject(exchange.body) && 'access_token' in exchange.body;
  return holdsIf(
    !isSuccess(exchange) && !hasToken,
    `${describeExchange(exchange)}${hasToken ? ' with a token' : ''}`,
    String(exchange.status),
  );
}

function errorIs(exchange: Exchange, code: string): Observation {
  const error = isObject(exchange.body) ? exchange.body['error'] : undefined;
  return holdsIf(error === code, `error is ${kindOf(error, true)}, not ${code}`, kindOf(error, true));
}

function hasText(exchange: Exchange, member: string): Observation {
  const isText = isObject(exchange.body) && typeof exchange.body[member] === 'string';
  return holdsIf(isText, `${describeExchange(exchange)} without a text "${member}"`, isText ? 'a text' : 'nothing');
}

function headerMatches(exchange: Exchange, name: string, pattern: RegExp): Observation {
  const sent = exchange.headers[name];
  return holdsIf(
    sent !== undefined && pattern.test(sent),
    `${describeExchange(exchange)} with ${name} ${sent === undefined ? 'missing' : 'in another form'}`,
    sent?.split(/[ ,]/)[0] ?? 'nothing',
  );
}
