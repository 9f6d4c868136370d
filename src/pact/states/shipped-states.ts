/**
 * The provider states that come with the package: `catalogue/` declares them, and `set-up/` sets them up. Only the listed
 * sentences are accepted: synonyms that hold everywhere would also change IDs in the sentences, and find states that
 * nobody meant.
 */

import { mapMembers } from '../../common/json.js';
import type { ActivationParameter } from '../../emulator/domain/sandbox/activation.js';
import { declaredStates, scenariosOfStates } from './declared-states.js';
import type { ProviderState, StateParameters } from './provider-state.js';
import { authentication } from './set-up/authentication.js';
import { credentials } from './set-up/credentials.js';
import { failures } from './set-up/failures.js';
import { humanScores } from './set-up/human-scores.js';
import { lists } from './set-up/lists.js';
import { parties } from './set-up/parties.js';
import { requests } from './set-up/requests.js';
import { scenarios } from './set-up/scenarios.js';
import type { SetUps } from './set-up/set-ups.js';
import { time } from './set-up/time.js';
import { verificationLinks } from './set-up/verification-links.js';

const setUps = {
  ...parties,
  ...requests,
  ...credentials,
  ...humanScores,
  ...lists,
  ...authentication,
  ...failures,
  ...verificationLinks,
  ...time,
  ...scenarios,
} satisfies SetUps;

/** In the order of the documentation. */
export const providerStates: readonly ProviderState[] = declaredStates.map((state): ProviderState => {
  const { name } = state;
  return { ...state, setUp: hasSetUp(name) ? setUps[name] : switchOn(name) };
});

function hasSetUp(state: (typeof declaredStates)[number]['name']): state is keyof SetUps {
  return state in setUps;
}

/** Sets up a state that only switches on a scenario. */
function switchOn(state: keyof typeof scenariosOfStates): ProviderState['setUp'] {
  const { scenario, parameters } = scenariosOfStates[state];
  return async (sandbox, values) => {
    await sandbox.use(scenario, filledIn(parameters, values));
  };
}

/** The scenario's parameters, with the values of the state in place of texts such as `{retryAfter}`. */
function filledIn(
  parameters: Readonly<Record<string, ActivationParameter>>,
  values: StateParameters,
): Record<string, ActivationParameter> {
  return mapMembers(parameters, (parameter) => {
    const [, name] = /^\{(\w+)\}$/.exec(String(parameter)) ?? [];
    return name === undefined ? parameter : (values[name] as ActivationParameter);
  });
}
