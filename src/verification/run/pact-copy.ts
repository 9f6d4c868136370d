/** Writes what the Pact verifier reads: a pact's trials, each marked, so that its request can be told from all others. */

import type { PactFile } from '../../pact/pact-file.js';
import type { InteractionJson } from '../../pact/pact-json.js';
import type { Trial } from './run.js';

/** Names the trial of a request; taken off again before the emulator sees it. */
export const TRIAL_HEADER = 'Id-Emulator-Trial';

/** Whether the verifier has to ask for values that exist at run time only (`fromProviderState`). */
export function needsValues({ pact, interaction }: Trial): boolean {
  return JSON.stringify(rawInteraction(pact, interaction.index)).includes('"ProviderState"');
}

/**
 * The pact with these trials as its interactions. Their provider states are left out, because the stage is set when
 * the request comes; `asks` leaves one that names the trial, and has the verifier ask for it.
 */
export function pactCopy(pact: PactFile, trials: readonly Trial[], asks: boolean): string {
  const { messages: _messages, ...json } = pact.json;
  return JSON.stringify({ ...json, interactions: trials.map((trial) => marked(trial, asks)) });
}

function marked({ id, pact, interaction }: Trial, asks: boolean): object {
  const {
    providerState: _v2,
    provider_state: _v1,
    providerStates: _v3,
    pending: _pending,
    ...raw
  } = rawInteraction(pact, interaction.index);
  const { request, type } = raw;
  const isV4 = type !== undefined;
  return {
    ...raw,
    _id: id,
    ...(asks && (isLegacy(pact) ? { providerState: id } : { providerStates: [{ name: id, params: {} }] })),
    request: { ...request, headers: { ...request.headers, [TRIAL_HEADER]: isV4 ? [id] : id } },
  };
}

/** Before version 3, an interaction has one state at most. */
function isLegacy({ specification }: PactFile): boolean {
  return /^[12]\b/.test(specification);
}

function rawInteraction({ json }: PactFile, index: number): InteractionJson {
  return json.interactions![index]!;
}
