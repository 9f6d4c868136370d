/** Typed provider states for consumer tests: `given(...state('party {partyId} exists', { partyId: 'party::1' }))`. */

import type { DeclaredState, StateSentence } from './declared-types.js';
import { findState } from './find-state.js';
import type { StateParameter, ValueOf } from './provider-state.js';
import { providerStates } from './shipped-states.js';

/** The declared parameters of the state that has this sentence. */
type SpecsOf<Sentence extends StateSentence, State = DeclaredState> = State extends {
  readonly sentences: readonly (infer One)[];
  readonly parameters: infer Specs extends Readonly<Record<string, StateParameter>>;
}
  ? Sentence extends One
    ? Specs
    : never
  : never;

type Required<Specs> = {
  [Name in keyof Specs]: Specs[Name] extends { readonly optional: true } | { readonly default: unknown } ? never : Name;
}[keyof Specs];

/** A value as pact-js takes it: its lists can be changed. */
type GivenValue<Spec> = Spec extends StateParameter ? Changeable<Exclude<ValueOf<Spec>, undefined>> : never;

type Changeable<Value> = Value extends readonly (infer Item)[] ? Item[] : Value;

/** The parameters of a sentence: those without a default are required. */
export type StateParametersOf<Sentence extends StateSentence> = [keyof SpecsOf<Sentence>] extends [never]
  ? Record<string, never>
  : {
      [Name in Required<SpecsOf<Sentence>>]: GivenValue<SpecsOf<Sentence>[Name]>;
    } & {
      [Name in Exclude<keyof SpecsOf<Sentence>, Required<SpecsOf<Sentence>>>]?: GivenValue<SpecsOf<Sentence>[Name]>;
    };

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
  ...[parameters]: [Required<SpecsOf<Sentence>>] extends [never]
    ? [parameters?: StateParametersOf<Sentence>]
    : [parameters: StateParametersOf<Sentence>]
): [sentence: string, parameters: Record<string, ParameterValue>] {
  const params = { ...parameters } as Record<string, ParameterValue>;
  findState(providerStates, { name: sentence, params });
  return [sentence, params];
}
