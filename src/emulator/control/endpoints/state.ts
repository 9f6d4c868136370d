/** Endpoints for the state of a sandbox as a document. */

import { ok, type Endpoint } from '../endpoint.js';

export const stateEndpoints = {
  exportState: ({ sandbox }) => ok(sandbox().state()),
  importState: ({ sandbox, body }) => {
    const control = sandbox();
    control.load(body);
    return ok(control.show());
  },
  exportBundle: ({ sandbox }) => ok(sandbox().bundle()),
} satisfies Record<string, Endpoint>;
