/** Adds settings to a command as flags, and reads them when the command is called. */

import { type Command, Option } from 'commander';
import { flagName, type OptionSpec, settingName } from '../../emulator/option-spec.js';
import { CONFIG_FILE, EXEC_SPECS, fromFlags, readSettings, SETTING_SPECS } from './settings.js';
import type { Flags, Settings } from './settings.js';

/** The settings of a command, by the heading in the help: `commands.yaml` describes the values. */
export type SettingsByHeading = Readonly<Record<string, 'start' | 'exec' | 'own' | readonly string[]>>;

/**
 * Adds settings as flags.
 * @param ownSpecs the settings of the command alone
 * @returns the function that reads the settings when the command is called, and throws as {@link readSettings}
 */
export function addSettings(
  command: Command,
  settings: SettingsByHeading | undefined,
  ownSpecs: readonly OptionSpec[],
): (environment: NodeJS.ProcessEnv) => Settings | Record<string, unknown> | undefined {
  // A command has all its settings below one heading.
  const [group] = Object.entries(settings ?? {});
  if (group === undefined) return () => undefined;

  const [heading, names] = group;
  command.optionsGroup(heading);
  if (names === 'own') {
    addFlags(command, ownSpecs);
    return () => fromFlags(command.opts<Flags>(), ownSpecs);
  }

  const all = names === 'exec' ? EXEC_SPECS : SETTING_SPECS;
  const specs = typeof names === 'string' ? all : all.filter(({ name }) => names.includes(name));
  command.option('--config <file>', `read settings from this file (default: ${CONFIG_FILE}, if there is one)`);
  addFlags(command, specs);

  return (environment) => readSettings(command.opts<Flags>(), environment, specs);
}

/** Adds a flag for each option. */
function addFlags(command: Command, specs: readonly OptionSpec[]): void {
  for (const spec of specs) {
    const values = spec.type === 'choice' ? spec.choices.join('|') : spec.type;
    const flag = spec.type === 'switch' ? flagName(spec) : `${flagName(spec)} <${values}>`;
    const option = new Option(flag, `${spec.description}${noteOfDefault(spec)}`);
    if (spec.type === 'pairs' || spec.type === 'list') option.argParser(withComma);
    command.addOption(option);
    // Commander would give a negated flag the value true, as if the user had typed it. A variable or the config file
    // could then not switch the setting off.
    if (option.negate) command.setOptionValue(settingName(spec), undefined);
  }
}

/** Joins the values of a repeated flag with commas. */
export function withComma(value: string, before?: string): string {
  return before === undefined ? value : `${before},${value}`;
}

/** What the help says of the default; empty without a default, or if the default is no text or number. */
function noteOfDefault(spec: OptionSpec): string {
  if (!('default' in spec) || typeof spec.default === 'object' || typeof spec.default === 'boolean') return '';
  return ` [default: ${spec.default}]`;
}
