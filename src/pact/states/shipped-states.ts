/**
 * The provider states that come with the package: `catalogue/` declares them, and `set-up/` sets them up. Only the
 * listed sentences are accepted. General synonyms, such as "user" for "party" everywhere, would also change IDs inside
 * sentences, and find states that nobody meant.
 */

import { mapMembers } from '../../common/json.js';
import type { ActivationParameter } from '../../emulator/domain/sandbox/activation.js';
import { declaredStates, scenariosOfStates } from './declared-states.js';
import type { ParametersOfStates, StatesOfSentences } from './declared-states.js';
import type { StateSentence, StateThatNeedsNothing } from './declared-states.js';
import { findState } from './find-state.js';
import type { ProviderState, StateParameters } from './provider-state.js';
import { conditions } from './set-up/conditions.js';
import { credentials } from './set-up/credentials.js';
import { lists } from './set-up/lists.js';
import { parties } from './set-up/parties.js';
import type { SetUps } from './set-up/set-ups.js';

/** How each shipped state is set up, by its name. */
const setUps: SetUps = { ...parties, ...credentials, ...lists, ...conditions };

/** The provider states that come with the package, in the order of the documentation. */
export const providerStates: readonly ProviderState[] = declaredStates.map((state): ProviderState => {
  const { name } = state;
  return { ...state, setUp: hasSetUp(name) ? setUps[name] : switchOn(name) };
});

/** Whether a state comes with the package. */
export function isShipped(state: ProviderState): boolean {
  return providerStates.includes(state);
}

/** Whether a state does more than switch on a scenario. */
function hasSetUp(name: (typeof declaredStates)[number]['name']): name is keyof SetUps {
  return name in setUps;
}

/** The set-up of a state that only switches on a scenario. */
function switchOn(name: keyof typeof scenariosOfStates): ProviderState['setUp'] {
  const { scenario, parameters } = scenariosOfStates[name];
  return async (sandbox, values) => {
    await sandbox.use(scenario, filledIn(parameters, values));
  };
}

/** The scenario's parameters. A text such as `{retryAfter}` is replaced by the state's parameter with this name. */
function filledIn(
  parameters: Readonly<Record<string, ActivationParameter>>,
  values: StateParameters,
): Record<string, ActivationParameter> {
  return mapMembers(parameters, (parameter) => {
    const [, name] = /^\{(\w+)\}$/.exec(String(parameter)) ?? [];
    return name === undefined ? parameter : (values[name] as ActivationParameter);
  });
}

/** The parameters of a sentence. Parameters without a default are required. */
export type StateParametersOf<Sentence extends StateSentence> = ParametersOfStates[StatesOfSentences[Sentence]];

/** A value of a parameter, as pact-js takes it. */
type ParameterValue = string | number | boolean | string[];

/**
 * A typed provider state for the `given` of pact-js (`PactV3`, `PactV4`), in consumer tests: `given(...state('party
 * {partyId} exists', { partyId: 'party::1' }))`. Editors complete the sentence and its parameters.
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
  // Throws an error now if a parameter is wrong, instead of later in a verification.
  findState(providerStates, { name: sentence, params });
  return [sentence, params];
}
