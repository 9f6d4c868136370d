/** What the page knows of the chosen sandbox and of its emulator, loaded again and again. */

import { computed } from '@preact/signals';
import { call, type Answer } from '../control/call.js';
import type { CreateSandbox } from '../control/control-plane.js';
import { loaded, type Loaded } from './loaded.js';
import { go } from './route.js';

/** The chosen sandbox. While another one is loaded, the value is still the sandbox before. */
export const chosenSandbox = loaded((signal) => call('get', '/sandboxes/{id}', { signal }), 2_000);

/** Whether the chosen sandbox is a recording, which can only be looked at. */
export const isRecording = computed(() => chosenSandbox.value.value?.recorded === true);

/** Whether the chosen sandbox shows traffic of a HAR file, which has neither clock nor world. */
export const isTraffic = computed(() => chosenSandbox.value.value?.traffic === true);

/** The verdicts on the client of the chosen sandbox. */
export const behaviour = loaded((signal) => call('get', '/sandboxes/{id}/behaviour', { signal }), 5_000);

/** Version and options of the emulator. */
export const health = loaded((signal) => call('get', '/health', { signal }));

/** The holds of the chosen sandbox that still wait for calls, or hold some. A call is held until it has a release. */
export const openHolds = loaded(async (signal) => {
  const { holds } = await call('get', '/sandboxes/{id}/holds', { signal });
  return holds.filter(({ calls, held }) => held.length < calls || held.some(({ release }) => release === undefined));
}, 1_000);

/** Opens a sandbox, and shows it. @param options the options that differ from those of the emulator */
export async function openSandbox(options: CreateSandbox): Promise<void> {
  const { id } = await call('post', '/sandboxes', { body: options });
  go({ sandbox: id, view: 'sandboxes', item: '', query: {} });
}

/** The result of {@link knownFidelity}, after its first call. */
let fidelity: Loaded<Answer<'/fidelity', 'get'>> | undefined;

/** What the contract rests on. It never changes, so it is loaded once: when a view first needs it. */
export function knownFidelity(): Loaded<Answer<'/fidelity', 'get'>> {
  return (fidelity ??= loaded((signal) => call('get', '/fidelity', { signal })));
}
