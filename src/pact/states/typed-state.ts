/** Typed provider states for consumer tests: `given(...state('party {partyId} exists', { partyId: 'party::1' }))`. */

import type { ParametersOfStates, StateSentence, StatesOfSentences, StateThatNeedsNothing } from './declared-states.js';
import { findState } from './find-state.js';
import { providerStates } from './shipped-states.js';

/** The parameters of a sentence: those without a default are required. */
export type StateParametersOf<Sentence extends StateSentence> = ParametersOfStates[StatesOfSentences[Sentence]];

/** A value of a parameter, as pact-js takes it. */
type ParameterValue = string | number | boolean | string[];

/**
 * A provider state for the `given` of pact-js (`PactV3`, `PactV4`). Editors complete the sentence and its parameters.
 * @param sentence a sentence of `id-emulator states list`, with its `{places}`
 * @param parameters the values of the places, and further parameters of the state
 * @returns the two parameters of `given`
 * @throws ProviderStateError if the sentence is unknown or a parameter is wrong
 */
export function state<Sentence extends StateSentence>(
  sentence: Sentence,
  ...[parameters]: StatesOfSentences[Sentence] extends StateThatNeedsNothing
    ? [parameters?: StateParametersOf<Sentence>]
    : [parameters: StateParametersOf<Sentence>]
): [sentence: string, parameters: Record<string, ParameterValue>] {
  const params = { ...parameters } as Record<string, ParameterValue>;
  findState(providerStates, { name: sentence, params });
  return [sentence, params];
}
