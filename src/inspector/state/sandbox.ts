/** The chosen sandbox: its settings, its clock, how many exchanges it has had. */

import { call } from '../control/call.js';
import { loaded } from './loaded.js';
import { sandboxId } from './place.js';

const EVERY_MILLISECONDS = 2_000;

/** The chosen sandbox. While another is loaded, it is still the one before. */
export const chosenSandbox = loaded(
  (signal) => call('get', '/sandboxes/{id}', { path: { id: sandboxId.value }, signal }),
  EVERY_MILLISECONDS,
);

/** Version and options of the emulator. */
export const health = loaded((signal) => call('get', '/health', { signal }));
