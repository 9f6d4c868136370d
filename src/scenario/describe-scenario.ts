/** Says in words what a scenario takes, for help and documentation. */

import type { ParameterSpec, Scenario } from './scenario.js';

/** Type, range and default in words. */
export function describeParameter({ type, choices, minimum, maximum, default: preset }: ParameterSpec): string {
  const range = [minimum === undefined ? [] : `from ${minimum}`, maximum === undefined ? [] : `to ${maximum}`].flat().join(' ');
  const kind = choices === undefined ? [type, range].filter((part) => part !== '').join(' ') : choices.join(' | ');
  if (preset === undefined) return kind;
  return `${kind}; default ${type === 'duration' ? durationText(Number(preset)) : String(preset)}`;
}

/** The scenario with its first number, text or duration set, as a header would have it. */
export function exampleSelection({ name, parameters }: Scenario): string {
  const entry = Object.entries(parameters).find(([, spec]) => spec.default !== undefined);
  if (entry === undefined) return name;
  const [parameter, { type, default: preset }] = entry;
  const value = type === 'duration' ? `"${durationText(Number(preset))}"` : type === 'boolean' ? `?${preset === true ? 1 : 0}` : type === 'string' ? `"${String(preset)}"` : String(preset);
  return `${name};${parameter}=${value}`;
}

/** Milliseconds as a selection has them: "10s", "250ms". */
function durationText(milliseconds: number): string {
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000}s` : `${milliseconds}ms`;
}
