/** Provider states about the token endpoint, and institutions that may not use the service. */

import { defineState } from '../provider-state.js';
import { refusesEveryCall, switchesOn } from './parameters.js';

export const tokenEndpoint = [
  defineState({
    name: 'short-lived-tokens',
    summary: 'The token endpoint issues access tokens with this lifetime.',
    sentences: [
      'access tokens (live|expire after) {seconds} seconds',
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
      'the institution (is|has been) suspended',
      'the institution may not use the service',
      '(the client|access|the institution) is forbidden',
      'the client has no permission',
    ],
    parameters: {},
    ...switchesOn('institution-suspended'),
  }),
  defineState({
    name: 'token-endpoint-down',
    summary: 'The token endpoint returns 503 with Retry-After.',
    sentences: ['the (token endpoint|authorization server) is (down|unavailable)'],
    ...refusesEveryCall('token-endpoint-down', 'times'),
  }),
  defineState({
    name: 'token-endpoint-rate-limited',
    summary: 'The token endpoint refuses every request with 429 and Retry-After.',
    sentences: [
      'the token endpoint is (rate limited|throttled)',
      'too many tokens have been requested',
      'token requests are rate limited',
    ],
    ...refusesEveryCall('token-endpoint-throttled', 'burst'),
  }),
];
