/** Provider states about client credentials, access tokens and the token endpoint. */

import { defineState } from '../provider-state.js';
import { EVERY_CALL, RETRY_AFTER, switchesOn } from './parameters.js';

export const authentication = [
  defineState({
    name: 'client-registered',
    summary: "The client credentials are valid: the sandbox's own replace those that the pact invents.",
    sentences: [
      'the client credentials are valid',
      'the client is registered',
      'the client exists',
      'client {clientId} is registered',
      'client {clientId} with secret {clientSecret} is registered',
      'client {clientId} exists',
      'the client credentials of {clientId} are valid',
    ],
    parameters: {
      clientId: {
        type: 'text',
        description: 'The client ID in the pact. Leave it out if the pact uses the state value `clientId`.',
        optional: true,
      },
      clientSecret: {
        type: 'text',
        description: 'The client secret in the pact. Leave it out if the pact uses the state value `clientSecret`.',
        optional: true,
      },
    },
    setUp({ clientId, clientSecret }, invented) {
      return {
        values: { clientId, clientSecret },
        replacements: {
          ...(invented.clientId !== undefined && { [invented.clientId]: clientId }),
          ...(invented.clientSecret !== undefined && { [invented.clientSecret]: clientSecret }),
        },
      };
    },
  }),
  defineState({
    name: 'client-refused',
    summary:
      'The token endpoint refuses the client with 401: its ID is unknown, or its secret is wrong. The response does not tell which.',
    sentences: [
      'the client is unknown',
      'client {clientId} is unknown',
      'client {clientId} is not registered',
      'the client secret is wrong',
      'the client secret of {clientId} is wrong',
      'the client credentials are invalid',
      'the client credentials are wrong',
      'the client credentials have been revoked',
    ],
    parameters: { clientId: { type: 'text', description: 'The client ID in the pact.', optional: true } },
    authentication: true,
    ...switchesOn('client-refused'),
  }),
  defineState({
    name: 'token-valid',
    summary: 'The access token is valid, which is the default.',
    sentences: [
      'the access token is valid',
      'a valid access token',
      'the token is valid',
      'the institution is authenticated',
      'the client is authenticated',
      'the caller is authenticated',
      'the institution is authorized',
    ],
    parameters: {},
    setUp: () => undefined,
  }),
  defineState({
    name: 'token-expired',
    summary: 'The access token of the request has expired: the response is 401.',
    sentences: [
      'the access token has expired',
      'the access token is expired',
      'an expired access token',
      'the token has expired',
      'the token is expired',
    ],
    parameters: {},
    ...switchesOn('token-expired'),
  }),
  defineState({
    name: 'token-revoked',
    summary: 'The access token of the request was revoked: the response is 401.',
    sentences: [
      'the access token is revoked',
      'the access token has been revoked',
      'a revoked access token',
      'the token is revoked',
      'the token has been revoked',
    ],
    parameters: {},
    ...switchesOn('token-revoked'),
  }),
  defineState({
    name: 'token-malformed',
    summary: 'The access token was never issued: the response is 401.',
    sentences: [
      'the access token is malformed',
      'the access token is invalid',
      'the access token is unknown',
      'the access token was never issued',
      'an invalid access token',
      'the token is invalid',
      'the token is malformed',
    ],
    parameters: {},
    authentication: true,
    ...switchesOn('token-malformed'),
  }),
  defineState({
    name: 'token-missing',
    summary: 'The request has no access token: the response is 401.',
    sentences: [
      'the access token is missing',
      'there is no access token',
      'no access token',
      'no access token is sent',
      'the institution is not authenticated',
      'the client is not authenticated',
      'the caller is not authenticated',
      'the request is unauthenticated',
    ],
    parameters: {},
    authentication: true,
    setUp: () => undefined,
  }),
  defineState({
    name: 'token-of-another-client',
    summary: 'The access token of the request belongs to another client or network: the response is 401.',
    sentences: [
      'the access token belongs to another client',
      'the access token is for another network',
      'the access token was issued to another client',
      'the token belongs to another client',
    ],
    parameters: {},
    ...switchesOn('token-of-another-client'),
  }),
  defineState({
    name: 'short-lived-tokens',
    summary: 'The token endpoint issues access tokens with this lifetime.',
    sentences: [
      'access tokens live {seconds} seconds',
      'access tokens expire after {seconds} seconds',
      'access tokens are short-lived',
      'the access token expires soon',
    ],
    parameters: {
      seconds: {
        type: 'number',
        description: 'The lifetime of a token in seconds.',
        minimum: 1,
        maximum: 3_600,
        default: 5,
      },
    },
    scenarios: ['short-lived-token'],
    async setUp(sandbox, { seconds }) {
      await sandbox.use('short-lived-token', { seconds });
    },
  }),
  defineState({
    name: 'institution-suspended',
    summary: 'The access token is valid, but the institution is suspended: the response is 403.',
    sentences: [
      'the institution is suspended',
      'the institution has been suspended',
      'the institution may not use the service',
      'the client is forbidden',
      'access is forbidden',
    ],
    parameters: {},
    ...switchesOn('institution-suspended'),
  }),
  defineState({
    name: 'token-endpoint-down',
    summary: 'The token endpoint returns 503 with Retry-After.',
    sentences: [
      'the token endpoint is down',
      'the token endpoint is unavailable',
      'the authorization server is down',
      'the authorization server is unavailable',
    ],
    parameters: { retryAfter: RETRY_AFTER },
    scenarios: ['token-endpoint-down'],
    async setUp(sandbox, { retryAfter }) {
      await sandbox.use('token-endpoint-down', { times: EVERY_CALL, 'retry-after': retryAfter });
    },
  }),
  defineState({
    name: 'token-endpoint-rate-limited',
    summary: 'The token endpoint refuses every request with 429 and Retry-After.',
    sentences: [
      'the token endpoint is rate limited',
      'the token endpoint is throttled',
      'too many tokens have been requested',
      'token requests are rate limited',
    ],
    parameters: { retryAfter: RETRY_AFTER },
    scenarios: ['token-endpoint-throttled'],
    async setUp(sandbox, { retryAfter }) {
      await sandbox.use('token-endpoint-throttled', { burst: EVERY_CALL, 'retry-after': retryAfter });
    },
  }),
];
