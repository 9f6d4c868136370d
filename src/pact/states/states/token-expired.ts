import { defineState } from '../define-state.js';

export const tokenExpired = defineState({
  name: 'token-expired',
  group: 'authentication',
  summary: 'The access token that the request bears, which is good otherwise, has expired: the answer is 401.',
  sentences: [
    'the access token has expired',
    'the access token is expired',
    'an expired access token',
    'the token has expired',
    'the token is expired',
  ],
  parameters: {},
  scenarios: ['token-expired'],
  async setUp(sandbox) {
    await sandbox.use('token-expired');
  },
});
