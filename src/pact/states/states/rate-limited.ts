import { defineState } from '../define-state.js';
import { EVERY_CALL } from '../world/parameters.js';

export const rateLimited = defineState({
  name: 'rate-limited',
  group: 'failures',
  summary: 'Every call is refused with 429 and Retry-After.',
  sentences: [
    'the institution is rate limited',
    'the client is rate limited',
    'the rate limit is exceeded',
    'the rate limit has been exceeded',
    'the rate limit is exceeded for {retryAfter} seconds',
    'too many requests have been made',
  ],
  parameters: {
    retryAfter: { type: 'number', description: 'What Retry-After says, in seconds.', minimum: 0, default: 1 },
  },
  scenarios: ['rate-limit-burst'],
  async setUp(sandbox, { retryAfter }) {
    await sandbox.use('rate-limit-burst', { burst: EVERY_CALL, 'retry-after': retryAfter });
  },
});
