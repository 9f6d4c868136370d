/** Describes provider states in words. */

import type { ProviderState, StateParameter } from './provider-state.js';
import { describeType } from './read-parameters.js';

/** Type, range and default of a parameter: `a number from 0; default 1`. */
export function describeParameter(parameter: StateParameter): string {
  const { default: preset, optional = false } = parameter;
  const type = describeType(parameter);
  if (preset !== undefined) return `${type}; default ${[preset].flat().join(', ')}`;

  return optional ? `${type}; optional` : `${type}; required`;
}

/** Sentences about what else matters to a consumer. */
export function remarksOn(state: ProviderState): string[] {
  const { scenarios = [], authentication = false, opensWith = {}, takesOthers = false } = state;
  const options = Object.entries(opensWith).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [
    ...(scenarios.length > 0 ? [`Switches on the scenario ${scenarios.join(', ')}.`] : []),
    ...(authentication ? ["The pact's own credentials are sent unchanged."] : []),
    ...(options.length > 0 ? [`The sandbox is opened with ${options.join(', ')}.`] : []),
    ...(takesOthers ? ['It accepts other parameters, too.'] : []),
  ];
}
