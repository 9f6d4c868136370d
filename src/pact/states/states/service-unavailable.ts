import { defineState } from '../define-state.js';
import { EVERY_CALL } from '../world/parameters.js';

export const serviceUnavailable = defineState({
  name: 'service-unavailable',
  group: 'failures',
  summary: 'Every call is answered with 503 and Retry-After.',
  sentences: [
    'the service is unavailable',
    'the service is temporarily unavailable',
    'the service is down',
    'the service is down for maintenance',
    'the service is unavailable for {retryAfter} seconds',
  ],
  parameters: {
    retryAfter: { type: 'number', description: 'What Retry-After says, in seconds.', minimum: 0, default: 1 },
  },
  scenarios: ['service-unavailable'],
  async setUp(sandbox, { retryAfter }) {
    await sandbox.use('service-unavailable', { times: EVERY_CALL, 'retry-after': retryAfter });
  },
});
