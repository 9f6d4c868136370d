/** Says in words what a state takes, for help and documentation. */

import type { ProviderState, StateParameter } from './provider-state.js';
import { describeType } from './read-parameters.js';

/** Type, range and default of a parameter in words. */
export function describeParameter(parameter: StateParameter): string {
  const { default: preset, optional = false } = parameter;
  const given =
    preset === undefined ? (optional ? 'may be left out' : 'has to be given') : `default ${[preset].flat().join(', ')}`;
  return `${describeType(parameter)}; ${given}`;
}

/** What else a consumer has to know of a state, a sentence each. */
export function remarksOn({
  scenarios = [],
  authentication = false,
  opensWith,
  takesOthers = false,
}: ProviderState): string[] {
  return [
    ...(scenarios.length > 0 ? [`Switches on the scenario ${scenarios.join(', ')}.`] : []),
    ...(authentication ? ["The pact's own credentials are sent as they stand."] : []),
    ...(opensWith === undefined
      ? []
      : [
          `The sandbox is opened with ${Object.entries(opensWith)
            .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
            .join(', ')}.`,
        ]),
    ...(takesOthers ? ['Other parameters are passed on.'] : []),
  ];
}
