import { defineState } from '../define-state.js';

export const clientRefused = defineState({
  name: 'client-refused',
  group: 'authentication',
  summary:
    'The token endpoint refuses the client: its ID is unknown, or its secret is wrong, which the answer, 401, does not tell apart.',
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
  parameters: { clientId: { type: 'text', description: 'The client ID that the pact has.', optional: true } },
  authentication: true,
  scenarios: ['client-refused'],
  async setUp(sandbox) {
    await sandbox.use('client-refused');
  },
});
