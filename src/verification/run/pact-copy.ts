/** Writes the pact file that the Pact verifier reads: one interaction for each run, marked with the run's ID. */

import type { PactFile } from '../../pact/pact-file.js';
import type { InteractionJson } from '../../pact/pact-json.js';
import type { Run } from './run.js';

/** The request header with the run's ID. The proxy removes it before the emulator receives the request. */
export const RUN_HEADER = 'Id-Emulator-Run';

/** Whether the interaction uses values that exist only after its provider states are set up (`fromProviderState`). */
export function usesStateValues({ pact, interaction }: Run): boolean {
  return JSON.stringify(interactionJson(pact, interaction.index)).includes('"ProviderState"');
}

/**
 * The JSON of a pact with these runs as its interactions. They have no provider states, because the proxy sets those up
 * when the request arrives.
 * @param requestsValues whether each interaction gets one state, the run's ID: the verifier then requests the values of
 * that state from the proxy before it sends the request
 */
export function pactCopy(pact: PactFile, runs: readonly Run[], requestsValues: boolean): string {
  const { messages: _messages, ...json } = pact.json;
  return JSON.stringify({ ...json, interactions: runs.map((run) => markedInteraction(run, requestsValues)) });
}

function markedInteraction({ id, pact, interaction }: Run, requestsValues: boolean): object {
  const {
    providerState: _v2,
    provider_state: _v1,
    providerStates: _v3,
    pending: _pending,
    ...rest
  } = interactionJson(pact, interaction.index);
  const { request, type } = rest;
  const isV4 = type !== undefined;
  return {
    ...rest,
    _id: id,
    ...(requestsValues && stateNamed(id, pact)),
    request: { ...request, headers: { ...request.headers, [RUN_HEADER]: isV4 ? [id] : id } },
  };
}

/** Before version 3 of the Pact specification, an interaction has at most one state. */
function stateNamed(name: string, { specification }: PactFile): object {
  return /^[12]\b/.test(specification) ? { providerState: name } : { providerStates: [{ name, params: {} }] };
}

function interactionJson({ json }: PactFile, index: number): InteractionJson {
  return json.interactions![index]!;
}
