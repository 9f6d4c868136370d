import { defineState } from '../define-state.js';

export const tokenRevoked = defineState({
  name: 'token-revoked',
  group: 'authentication',
  summary: 'The access token that the request bears, which is good otherwise, was revoked: the answer is 401.',
  sentences: [
    'the access token is revoked',
    'the access token has been revoked',
    'a revoked access token',
    'the token is revoked',
    'the token has been revoked',
  ],
  parameters: {},
  scenarios: ['token-revoked'],
  async setUp(sandbox) {
    await sandbox.use('token-revoked');
  },
});
