/** Describes scenarios for people: their parameters, and examples of selections. */

import type { ParameterSpec, Scenario } from './scenario.js';

/** Type, range and default of a parameter: `integer from 0; default 1`. */
export function describeParameter({ type, choices, minimum, maximum, default: preset }: ParameterSpec): string {
  const range = (minimum === undefined ? '' : ` from ${minimum}`) + (maximum === undefined ? '' : ` to ${maximum}`);
  const values = choices === undefined ? type + range : choices.join(' | ');
  if (preset === undefined) return values;

  const shown = type === 'duration' ? formatDuration(Number(preset)) : String(preset);
  return `${values}; default ${shown}`;
}

/**
 * A selection of the scenario with one parameter set, as in the `Emulator-Scenario` header. The parameter is the first
 * one with a default, or else the first one with choices.
 */
export function exampleSelection({ name, parameters }: Scenario): string {
  for (const [parameter, { type, default: preset }] of Object.entries(parameters))
    if (preset !== undefined) return `${name};${parameter}=${formatParameter(type, preset)}`;
  // The first choice may be the usual behaviour, as in the scenario `variant`.
  for (const [parameter, { choices = [] }] of Object.entries(parameters))
    if (choices.length > 1) return `${name};${parameter}=${choices[1]!}`;

  return name;
}

/** The value of a parameter in the syntax of a selection (RFC 9651). */
function formatParameter(type: ParameterSpec['type'], value: NonNullable<ParameterSpec['default']>): string {
  if (type === 'duration') return `"${formatDuration(Number(value))}"`;
  if (type === 'boolean') return value === true ? '?1' : '?0';
  return type === 'string' ? `"${String(value)}"` : String(value);
}

/** Milliseconds as a selection writes them: `10s`, `250ms`. */
function formatDuration(milliseconds: number): string {
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000}s` : `${milliseconds}ms`;
}
