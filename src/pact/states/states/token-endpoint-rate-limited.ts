import { defineState } from '../define-state.js';
import { EVERY_CALL } from '../world/parameters.js';

export const tokenEndpointRateLimited = defineState({
  name: 'token-endpoint-rate-limited',
  group: 'authentication',
  summary: 'Every token request is refused with 429 and Retry-After.',
  sentences: [
    'the token endpoint is rate limited',
    'the token endpoint is throttled',
    'too many tokens have been requested',
    'token requests are rate limited',
  ],
  parameters: {
    retryAfter: { type: 'number', description: 'What Retry-After says, in seconds.', minimum: 0, default: 1 },
  },
  scenarios: ['token-endpoint-throttled'],
  async setUp(sandbox, { retryAfter }) {
    await sandbox.use('token-endpoint-throttled', { burst: EVERY_CALL, 'retry-after': retryAfter });
  },
});
