import { defineState } from '../define-state.js';

export const institutionSuspended = defineState({
  name: 'institution-suspended',
  group: 'authentication',
  summary: 'The access token is good, but the institution may not use the service: the answer is 403.',
  sentences: [
    'the institution is suspended',
    'the institution has been suspended',
    'the institution may not use the service',
    'the client is forbidden',
    'access is forbidden',
  ],
  parameters: {},
  scenarios: ['institution-suspended'],
  async setUp(sandbox) {
    await sandbox.use('institution-suspended');
  },
});
