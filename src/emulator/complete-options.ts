/** Validates options, and fills in defaults. */

import { nearest } from '../contract/suggestions.js';
import { expectedInstead, type OptionSpec } from './option-spec.js';
import { OPTION_SPECS, type CompleteOptions, type EmulatorOptions, type SettingName } from './options.js';

/** Thrown if options are unknown or have values that cannot be used. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/**
 * Validates options and fills in defaults.
 * @throws OptionsError with every mistake
 */
export function completeOptions(options: EmulatorOptions): CompleteOptions {
  const mistakes = mistakesIn(options, OPTION_SPECS);
  if (mistakes.length > 0) throw new OptionsError(mistakes.join('; '));
  return withDefaults(options, OPTION_SPECS) as unknown as CompleteOptions;
}

/** The options that have a value or a default. */
export function withDefaults<Name extends string>(
  options: Readonly<Partial<Record<Name, unknown>>>,
  specs: readonly OptionSpec<Name>[],
): Record<string, unknown> {
  const values = specs.map(({ name, default: usual }) => [name, options[name] ?? usual] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The mistakes in options, each as a sentence: unknown names, unusable values, and `now` together with `time`. */
export function mistakesIn(
  options: Readonly<Record<string, unknown>> | EmulatorOptions,
  specs: readonly OptionSpec[],
): string[] {
  const values = new Map<string, unknown>(Object.entries(options).filter(([, value]) => value !== undefined));
  const mistakes: string[] = [];
  for (const spec of specs) {
    const value = values.get(spec.name);
    const expected = value === undefined ? undefined : expectedInstead(spec, value);
    if (expected !== undefined)
      mistakes.push(`option ${spec.name}: expected ${expected}, found ${JSON.stringify(value)}`);
  }

  const names = specs.map(({ name }) => name);
  for (const name of values.keys())
    if (!names.includes(name)) mistakes.push(`there is no option "${name}"${nearest(name, names)}`);
  if (options.now !== undefined && options.time !== undefined)
    mistakes.push('option time: expected no value together with option now, which stops the clock');

  return mistakes;
}

/** The settings of a sandbox, picked from an object that also has other members. */
export function settingsIn<Source extends Readonly<Record<SettingName, unknown>>>(
  source: Source,
): Pick<Source, SettingName> {
  const names = OPTION_SPECS.filter(({ perSandbox }) => perSandbox === 'setting').map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, source[name as SettingName]])) as Pick<Source, SettingName>;
}
