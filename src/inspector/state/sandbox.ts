/** The chosen sandbox: its settings, its clock, how many exchanges it has had, and the verdicts on its client. */

import { computed } from '@preact/signals';
import { call } from '../control/call.js';
import { loaded } from './loaded.js';

/** The chosen sandbox. While another is loaded, it is still the one before. */
export const chosenSandbox = loaded((signal) => call('get', '/sandboxes/{id}', { signal }), 2_000);

/** Whether it is the recording of another one, which can only be looked at. */
export const isRecording = computed(() => chosenSandbox.value.value?.recorded === true);

/** The verdicts on its client. */
export const behaviour = loaded((signal) => call('get', '/sandboxes/{id}/behaviour', { signal }), 5_000);

/** Version and options of the emulator. */
export const health = loaded((signal) => call('get', '/health', { signal }));
