/** Provider states about client credentials, access tokens and the token endpoint. */

import { defineState } from '../provider-state.js';
import { switchesOn } from './parameters.js';

export const authentication = [
  defineState({
    name: 'client-registered',
    summary: "The client credentials are valid: the sandbox's own replace those that the pact invents.",
    sentences: [
      'the client (credentials|ID and secret) are valid',
      'the client (is registered|exists)',
      'client {clientId} (is registered|exists)',
      'client {clientId} with secret {clientSecret} is registered',
      'the client credentials of {clientId} are valid',
      'valid client credentials(| exist)',
      'a registered client exists',
      'the client has valid credentials',
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
      'the client secret is (wrong|invalid)',
      'the client is (unknown|not registered)',
      'client {clientId} is (unknown|not registered)',
      'the client secret of {clientId} is wrong',
      'the client credentials (are invalid|are wrong|have been revoked)',
      '(invalid|wrong) client credentials',
      'the client has invalid credentials',
      'the client ID is unknown',
    ],
    parameters: { clientId: { type: 'text', description: 'The client ID in the pact.', optional: true } },
    authentication: true,
    ...switchesOn('client-refused'),
  }),
  defineState({
    name: 'token-valid',
    summary: 'The access token is valid, which is the default. The state value `accessToken` is one.',
    sentences: [
      'the (access |)token is valid',
      'a valid (access |)token(| exists)',
      'the (institution|client|caller|user|request) is authenticated',
      'the (institution|client) is authorized',
      'the client has a valid (access |)token',
      'the user is logged in',
      'I am authenticated',
      'I have a valid token',
    ],
    parameters: {},
    async setUp(sandbox) {
      return { values: { accessToken: (await sandbox.accessToken()).accessToken } };
    },
  }),
  defineState({
    name: 'token-expired',
    summary: 'The access token of the request has expired: the response is 401.',
    sentences: [
      'the (access |)token (has|is) expired',
      'an expired (access |)token',
      'an expired token is used',
      '(the client has|I have) an expired token',
      'the session has expired',
    ],
    parameters: {},
    ...switchesOn('token-expired'),
  }),
  defineState({
    name: 'token-revoked',
    summary: 'The access token of the request was revoked: the response is 401.',
    sentences: ['the (access |)token (is|has been) revoked', 'a revoked access token'],
    parameters: {},
    ...switchesOn('token-revoked'),
  }),
  defineState({
    name: 'token-malformed',
    summary: 'The access token was never issued: the response is 401.',
    sentences: [
      'the (access |)token is (malformed|invalid|unknown)',
      'the access token was never issued',
      'an invalid (access |)token',
      'an invalid token is used',
      'the client has an invalid token',
    ],
    parameters: {},
    authentication: true,
    ...switchesOn('token-malformed'),
  }),
  defineState({
    name: 'token-missing',
    summary: 'The request has no access token: the response is 401.',
    sentences: [
      'the (access |)token is missing',
      'there is no (access |)token',
      'no (access |)token(| is sent)',
      'the (institution|client|caller|user|request) is not authenticated',
      'the (request|client) is unauthenticated',
      'the user is not logged in',
      'without authentication',
      'I am not authenticated',
    ],
    parameters: {},
    authentication: true,
    setUp: () => undefined,
  }),
  defineState({
    name: 'token-of-another-client',
    summary: 'The access token of the request belongs to another client or network: the response is 401.',
    sentences: [
      'the (access |)token belongs to another client',
      'the access token (is for another network|was issued to another client)',
    ],
    parameters: {},
    ...switchesOn('token-of-another-client'),
  }),
];
