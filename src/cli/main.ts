#!/usr/bin/env node
/** The command line: what there is, and how it ends. */

import { Command, CommanderError, Option } from 'commander';
import { packageVersion } from '../shipped.js';
import { env } from './env.js';
import { reportFailure } from './report-failure.js';
import { CONFIG_FILE, kebabCase, readSettings, SETTING_SPECS, variableName, type Flags, type Settings } from './settings.js';
import { start } from './start.js';
import { UsageError } from './usage-error.js';

const program = commands();
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = reportFailure(error);
  else if (error.exitCode !== 0) process.exitCode = reportFailure(new UsageError(usageOf(error)));
}

/** Commander has no words for a missing command, nor for one that `help` does not know. */
function usageOf({ code, message }: CommanderError): string {
  if (code !== 'commander.help') return message.replace(/^error: /, '').replaceAll('\n', ' ');
  const [, asked] = program.args;
  return asked === undefined ? 'there is no command; "start" starts the emulator, "--help" shows what else there is' : `unknown command '${asked}'`;
}

function commands(): Command {
  const root = new Command('id-emulator')
    .description('A local, contract-checked emulator of the institution credentials and human-score service.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .showSuggestionAfterError();
  withSettings(root.command('start').description('start the emulator'), start);
  withSettings(root.command('env').description("print the export lines that a consumer's shell needs"), (settings) => {
    process.stdout.write(env(settings));
  });
  return root;
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
