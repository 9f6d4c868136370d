#!/usr/bin/env node
/** The command line: what there is, and how it ends. */

import { Command, CommanderError, Option } from 'commander';
import { packageVersion } from '../shipped.js';
import { env } from './env.js';
import { reportFailure } from './report-failure.js';
import { CONFIG_FILE, kebabCase, readSettings, SETTING_SPECS, variableName, type Flags, type Settings } from './settings.js';
import { start } from './start.js';
import { UsageError } from './usage-error.js';

try {
  await commands().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = reportFailure(error);
  else if (error.exitCode !== 0) process.exitCode = reportFailure(new UsageError(usageOf(error)));
}

/** Commander prints help by itself where there is no command; what is left to say is one line. */
function usageOf({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'there is no command; "start" starts the emulator' : message.replace(/^error: /, '').replaceAll('\n', ' ');
}

function commands(): Command {
  const program = new Command('id-emulator')
    .description('A local, contract-checked emulator of the institution credentials and human-score service.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError();
  withSettings(program.command('start').description('start the emulator'), start);
  withSettings(program.command('env').description("print the export lines that a consumer's shell needs"), (settings) => {
    process.stdout.write(env(settings));
  });
  return program;
}

/** Adds every setting as a flag, and runs the action with what they come to. */
function withSettings(command: Command, action: (settings: Settings) => void | Promise<void>): void {
  command.addOption(new Option('--config <file>', `settings from this file (default: ${CONFIG_FILE}, if there is one)`));
  for (const spec of SETTING_SPECS) {
    const flag = `--${kebabCase(spec.name)}${spec.type === 'switch' ? '' : ` <${spec.type === 'choice' ? spec.choices.join('|') : spec.type}>`}`;
    const preset = 'default' in spec && spec.type !== 'switch' ? `; default: ${String(spec.default)}` : '';
    command.addOption(new Option(flag, `${spec.description} [${variableName(spec.name)}${preset}]`));
  }
  command.action((flags: Flags) => action(readSettings(flags, process.env)));
}
