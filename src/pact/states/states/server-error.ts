import { defineState } from '../define-state.js';
import { EVERY_CALL } from '../world/parameters.js';

export const serverError = defineState({
  name: 'server-error',
  group: 'failures',
  summary: 'Every call is answered with 500.',
  sentences: [
    'the service fails',
    'the service has an internal error',
    'the server has an internal error',
    'a server error occurs',
    'an internal server error occurs',
    'a server error',
  ],
  parameters: {},
  scenarios: ['server-error'],
  async setUp(sandbox) {
    await sandbox.use('server-error', { times: EVERY_CALL });
  },
});
