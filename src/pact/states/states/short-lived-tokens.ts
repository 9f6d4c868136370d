import { defineState } from '../define-state.js';

export const shortLivedTokens = defineState({
  name: 'short-lived-tokens',
  group: 'authentication',
  summary: 'The token endpoint gives out access tokens that live so many seconds.',
  sentences: [
    'access tokens live {seconds} seconds',
    'access tokens expire after {seconds} seconds',
    'access tokens are short-lived',
    'the access token expires soon',
  ],
  parameters: {
    seconds: { type: 'number', description: 'How long a token lives.', minimum: 1, maximum: 3_600, default: 5 },
  },
  scenarios: ['short-lived-token'],
  async setUp(sandbox, { seconds }) {
    await sandbox.use('short-lived-token', { seconds });
  },
});
