/** Endpoints for the state of a sandbox as a document. */

import { created, ok, type Endpoint } from '../endpoint.js';
import { inPieces } from '../journal/in-steps.js';

export const stateEndpoints = {
  exportState: ({ sandbox }) => ok(sandbox().state()),
  importState: ({ sandbox, body }) => {
    const control = sandbox();
    control.load(body);
    return ok(control.show());
  },
  openRecording: ({ emulator, body, query: { name } }) =>
    created(emulator.openRecording(body, name as string | undefined).show()),
  exportBundle: async ({ sandbox, inSteps }) => {
    const bundle = await inSteps(sandbox().journal.bundleInSteps());
    const { steps, clock, ...head } = bundle;
    return inPieces({ ...head, steps: [], clock }, 'steps', steps);
  },
} satisfies Record<string, Endpoint>;
