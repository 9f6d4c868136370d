/** What the judge says of the client of the chosen sandbox. */

import { call } from '../control/call.js';
import { loaded } from './loaded.js';
import { sandboxId } from './place.js';

const EVERY_MILLISECONDS = 5_000;

export const behaviour = loaded(
  (signal) => call('get', '/sandboxes/{id}/behaviour', { path: { id: sandboxId.value }, signal }),
  EVERY_MILLISECONDS,
);
