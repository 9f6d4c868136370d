import { defineState } from '../define-state.js';

export const tokenValid = defineState({
  name: 'token-valid',
  group: 'authentication',
  summary: 'The caller has a good access token, as callers have where nothing else is said.',
  sentences: [
    'the access token is valid',
    'a valid access token',
    'the token is valid',
    'the institution is authenticated',
    'the client is authenticated',
    'the caller is authenticated',
    'the institution is authorized',
  ],
  parameters: {},
  setUp: () => undefined,
});
