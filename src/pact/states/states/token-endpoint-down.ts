import { defineState } from '../define-state.js';
import { EVERY_CALL } from '../world/parameters.js';

export const tokenEndpointDown = defineState({
  name: 'token-endpoint-down',
  group: 'authentication',
  summary: 'The token endpoint answers 503 and Retry-After.',
  sentences: [
    'the token endpoint is down',
    'the token endpoint is unavailable',
    'the authorization server is down',
    'the authorization server is unavailable',
  ],
  parameters: {
    retryAfter: { type: 'number', description: 'What Retry-After says, in seconds.', minimum: 0, default: 1 },
  },
  scenarios: ['token-endpoint-down'],
  async setUp(sandbox, { retryAfter }) {
    await sandbox.use('token-endpoint-down', { times: EVERY_CALL, 'retry-after': retryAfter });
  },
});
