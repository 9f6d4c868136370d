import { defineState } from '../define-state.js';

export const tokenOfAnotherClient = defineState({
  name: 'token-of-another-client',
  group: 'authentication',
  summary: 'The access token that the request bears is one of another client or network: the answer is 401.',
  sentences: [
    'the access token belongs to another client',
    'the access token is for another network',
    'the access token was issued to another client',
    'the token belongs to another client',
  ],
  parameters: {},
  scenarios: ['token-of-another-client'],
  async setUp(sandbox) {
    await sandbox.use('token-of-another-client');
  },
});
