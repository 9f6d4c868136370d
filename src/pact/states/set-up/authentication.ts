/** Sets up the provider states about client credentials and access tokens that are more than a scenario. */

import type { SetUps } from './set-ups.js';

export const authentication = {
  'client-registered'({ clientId, clientSecret }, invented) {
    return {
      values: { clientId, clientSecret },
      replacements: {
        ...(invented.clientId !== undefined && { [invented.clientId]: clientId }),
        ...(invented.clientSecret !== undefined && { [invented.clientSecret]: clientSecret }),
      },
    };
  },
  async 'token-valid'(sandbox) {
    return { values: { accessToken: (await sandbox.accessToken()).accessToken } };
  },
  // The request of the pact has none, and gets none, because the state is about authentication.
  'token-missing': () => undefined,
} satisfies Partial<SetUps>;
