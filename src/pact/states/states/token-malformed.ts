import { defineState } from '../define-state.js';

export const tokenMalformed = defineState({
  name: 'token-malformed',
  group: 'authentication',
  summary: 'The access token was never issued: the answer is 401. That of the pact is sent as it stands.',
  sentences: [
    'the access token is malformed',
    'the access token is invalid',
    'the access token is unknown',
    'the access token was never issued',
    'an invalid access token',
    'the token is invalid',
    'the token is malformed',
  ],
  parameters: {},
  authentication: true,
  scenarios: ['token-malformed'],
  async setUp(sandbox) {
    await sandbox.use('token-malformed');
  },
});
