/** Gives a command the settings of the emulator as flags. */

import { Option, type Command } from 'commander';
import type { OptionSpec } from '../options.js';
import {
  CONFIG_FILE,
  kebabCase,
  readSettings,
  settingName,
  variableName,
  type Flags,
  type Settings,
} from './settings.js';

/** What a command does; `flags` are its own and those of the settings, as they were given. */
export type SettingsAction = (settings: Settings, flags: Flags, argument?: string) => void | Promise<void>;

/** Adds settings as flags, and runs the action with what all settings come to. */
export function withSettings(command: Command, specs: readonly OptionSpec[], action: SettingsAction): void {
  command.addOption(
    new Option('--config <file>', `settings from this file (default: ${CONFIG_FILE}, if there is one)`),
  );
  for (const spec of specs) {
    const flag = `--${kebabCase(settingName(spec))}${spec.type === 'switch' ? '' : ` <${spec.type === 'choice' ? spec.choices.join('|') : spec.type}>`}`;
    const preset =
      'default' in spec && spec.type !== 'switch' && spec.type !== 'pairs' ? `; default: ${String(spec.default)}` : '';
    const option = new Option(flag, `${spec.description} [${variableName(settingName(spec))}${preset}]`);
    command.addOption(spec.type === 'pairs' ? option.argParser(togetherWith) : option);
  }
  command.action((...given: readonly unknown[]) => {
    const flags = command.opts<Flags>();
    const argument = typeof given[0] === 'string' ? given[0] : undefined;
    return action(readSettings(flags, process.env), flags, argument);
  });
}

/** A flag that is given again adds to what was given before. */
function togetherWith(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`;
}
