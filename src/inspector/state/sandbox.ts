/** The chosen sandbox: its settings, its clock, how many exchanges it has had. */

import { computed } from '@preact/signals';
import { call } from '../control/call.js';
import { loaded } from './loaded.js';
import { sandboxId } from './place.js';

const EVERY_MILLISECONDS = 2_000;

/** The chosen sandbox. While another is loaded, it is still the one before. */
export const chosenSandbox = loaded(
  (signal) => call('get', '/sandboxes/{id}', { path: { id: sandboxId.value }, signal }),
  EVERY_MILLISECONDS,
);

/** Whether it is the recording of another one, which can only be looked at. */
export const isRecording = computed(() => chosenSandbox.value.value?.recorded === true);

/** Version and options of the emulator. */
export const health = loaded((signal) => call('get', '/health', { signal }));
