import { defineState } from '../define-state.js';

export const tokenMissing = defineState({
  name: 'token-missing',
  group: 'authentication',
  summary:
    'The caller has no access token: the answer is 401. The request is sent as it stands in the pact, without one.',
  sentences: [
    'the access token is missing',
    'there is no access token',
    'no access token',
    'no access token is sent',
    'the institution is not authenticated',
    'the client is not authenticated',
    'the caller is not authenticated',
    'the request is unauthenticated',
  ],
  parameters: {},
  authentication: true,
  setUp: () => undefined,
});
