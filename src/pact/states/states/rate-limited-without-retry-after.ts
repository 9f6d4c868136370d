import { defineState } from '../define-state.js';
import { EVERY_CALL } from '../world/parameters.js';

export const rateLimitedWithoutRetryAfter = defineState({
  name: 'rate-limited-without-retry-after',
  group: 'failures',
  summary: 'Every call is refused with 429, which does not say when to come back.',
  sentences: [
    'the institution is rate limited without Retry-After',
    'the client is rate limited without Retry-After',
    'the rate limit is exceeded without Retry-After',
  ],
  parameters: {},
  scenarios: ['rate-limit-without-retry-after'],
  async setUp(sandbox) {
    await sandbox.use('rate-limit-without-retry-after', { burst: EVERY_CALL });
  },
});
