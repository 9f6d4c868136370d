import { defineState } from '../define-state.js';

export const clientRegistered = defineState({
  name: 'client-registered',
  group: 'authentication',
  summary: 'The client credentials are good; those that a pact invents stand for those of the sandbox.',
  sentences: [
    'the client credentials are valid',
    'the client is registered',
    'the client exists',
    'client {clientId} is registered',
    'client {clientId} with secret {clientSecret} is registered',
    'client {clientId} exists',
    'the client credentials of {clientId} are valid',
  ],
  parameters: {
    clientId: {
      type: 'text',
      description: 'The client ID that the pact has; left out where it takes that of the state values.',
      optional: true,
    },
    clientSecret: {
      type: 'text',
      description: 'The client secret that the pact has; left out where it takes that of the state values.',
      optional: true,
    },
  },
  setUp({ clientId, clientSecret }, invented) {
    return {
      values: { clientId, clientSecret },
      replacements: {
        ...(invented.clientId !== undefined && { [invented.clientId]: clientId }),
        ...(invented.clientSecret !== undefined && { [invented.clientSecret]: clientSecret }),
      },
    };
  },
});
