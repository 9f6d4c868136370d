/** Says in words what a scenario takes, for help and documentation. */

import type { ParameterSpec, Scenario } from './scenario.js';

/** Type, range and default in words. */
export function describeParameter({ type, choices, minimum, maximum, default: preset }: ParameterSpec): string {
  const range = [minimum === undefined ? [] : `from ${minimum}`, maximum === undefined ? [] : `to ${maximum}`]
    .flat()
    .join(' ');
  const kind = choices === undefined ? [type, range].filter((part) => part !== '').join(' ') : choices.join(' | ');
  if (preset === undefined) return kind;
  return `${kind}; default ${type === 'duration' ? durationText(Number(preset)) : String(preset)}`;
}

/** The scenario with its first number, text or duration set, as a header would have it. */
export function exampleSelection({ name, parameters }: Scenario): string {
  const entry = Object.entries(parameters).find(([, spec]) => spec.default !== undefined);
  if (entry === undefined) return exampleChoice(name, parameters);
  const [parameter, { type, default: preset }] = entry;
  const value =
    type === 'duration'
      ? `"${durationText(Number(preset))}"`
      : type === 'boolean'
        ? `?${preset === true ? 1 : 0}`
        : type === 'string'
          ? `"${String(preset)}"`
          : String(preset);
  return `${name};${parameter}=${value}`;
}

/** Of a scenario that sets nothing itself: the first choice that it leaves. */
function exampleChoice(name: string, parameters: Scenario['parameters']): string {
  const [choice] = Object.entries(parameters).filter(([, { choices = [] }]) => choices.length > 1);
  return choice === undefined ? name : `${name};${choice[0]}=${choice[1].choices![1]!}`;
}

/** Milliseconds as a selection has them: "10s", "250ms". */
function durationText(milliseconds: number): string {
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000}s` : `${milliseconds}ms`;
}
