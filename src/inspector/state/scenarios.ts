/** The catalogue of scenarios, and those that are active in the chosen sandbox. */

import { call } from '../control/call.js';
import type { Activation, Scenario, ScenarioParameter } from '../control/types.js';
import { loaded } from './loaded.js';

/** The scenarios that are active in the chosen sandbox. */
export const activeScenarios = loaded(
  async (signal) => (await call('get', '/sandboxes/{id}/scenarios', { signal })).active,
  2_000,
);

/** The activations of one scenario. */
export function activationsOf(name: string): Activation[] {
  return (activeScenarios.value.value ?? []).filter(({ scenario }) => scenario === name);
}

/** How many characters of a party ID a title has: they are enough to tell parties apart. */
const ID_IN_TITLE = 24;

/** The name of an active scenario, with the operation or the party that it is about. */
export function titleOf({ scenario, parameters }: Pick<Activation, 'scenario' | 'parameters'>): string {
  const { operation, party } = parameters;
  const subject = party === undefined ? operation : String(party).slice(0, ID_IN_TITLE);
  return subject === undefined ? scenario : `${scenario}: ${String(subject)}`;
}

/** Ends one activation. Without an ID, it ends all activations. */
export function stopScenario(activation?: string): Promise<unknown> {
  if (activation === undefined) return activeScenarios.reloadAfter(call('delete', '/sandboxes/{id}/scenarios'));

  const path = { activation };
  return activeScenarios.reloadAfter(call('delete', '/sandboxes/{id}/scenarios/{activation}', { path }));
}

/** All scenarios of the emulator. */
export const catalogue = loaded(async (signal) => (await call('get', '/scenarios', { signal })).scenarios);

/** Values of parameters as they are typed, by name. */
export type TypedValues = Readonly<Record<string, string>>;

/** The selection of a scenario, as in the header `Emulator-Scenario`. Parameters with their default are left out. */
export function selectionOf({ name, parameters }: Scenario, values: TypedValues): string {
  const pairs = Object.entries(parameters).flatMap(([parameter, spec]) => {
    const value = values[parameter] ?? '';
    const isDefault = value === '' || value === typedDefault(spec);
    return isDefault ? [] : [`;${parameter}=${bareItem(spec, value)}`];
  });
  return [name, ...pairs].join('');
}

/** The default as it would be typed; empty for none. */
export function typedDefault({ type, default: preset }: ScenarioParameter): string {
  if (preset === undefined) return '';
  if (type === 'duration') return `${String(preset)}ms`;
  return Array.isArray(preset) ? preset.join(', ') : String(preset);
}

/** The value as a bare item of RFC 9651: `?1`, `5`, `"a text"`. */
function bareItem({ type }: ScenarioParameter, value: string): string {
  if (type === 'boolean') return value === 'true' ? '?1' : '?0';
  if (type === 'integer' || type === 'number') return value;
  return `"${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
