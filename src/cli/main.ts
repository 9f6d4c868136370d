#!/usr/bin/env node
/** The command line: what there is, and how it ends. */

import { Command, CommanderError, Option } from 'commander';
import type { OptionSpec } from '../options.js';
import { packageVersion } from '../shipped.js';
import { env } from './env.js';
import { addFidelityCommand } from './fidelity.js';
import { addJudgeCommand } from './judge.js';
import { addPactCommands } from './pact-from-journal.js';
import { addReplayCommand } from './replay.js';
import { addVerifyCommand } from './verify.js';
import { reportFailure } from './report-failure.js';
import { CONFIG_FILE, kebabCase, readSettings, SETTING_SPECS, variableName, type Flags, type Settings } from './settings.js';
import { checkScenarios, listScenarios, showScenario } from './scenarios.js';
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
  withSettings(root.command('start').description('start the emulator'), SETTING_SPECS, start);
  withSettings(root.command('env').description("print the export lines that a consumer's shell needs"), SETTING_SPECS, (settings) => {
    process.stdout.write(env(settings));
  });
  addScenarioCommands(root.command('scenarios').description('what can be switched on: list, show, check'));
  addFidelityCommand(root);
  addJudgeCommand(root);
  addReplayCommand(root);
  addVerifyCommand(root);
  addPactCommands(root);
  return root;
}

function addScenarioCommands(scenarios: Command): void {
  const shown = SETTING_SPECS.filter(({ name }) => ['scenarios', 'host', 'port', 'clientId'].includes(name));
  const list = scenarios.command('list').description('every scenario, a line each').option('--json', 'as JSON').option('--markdown', 'as the page of the documentation');
  withSettings(list, shown, (settings, { json, markdown }) => {
    process.stdout.write(listScenarios(settings, json === true ? 'json' : markdown === true ? 'markdown' : 'table'));
  });
  const show = scenarios.command('show').description('everything about one scenario').argument('<name>', 'its name');
  withSettings(show, shown, (settings, _flags, name) => {
    process.stdout.write(showScenario(settings, name!));
  });
  const check = scenarios.command('check').description('whether scenario files are right').argument('<file...>', 'the files');
  check.action((files: readonly string[]) => {
    checkScenarios(files, (text) => process.stdout.write(text));
  });
}

/** Adds settings as flags, and runs the action with what all settings come to. */
function withSettings(
  command: Command,
  specs: readonly OptionSpec[],
  action: (settings: Settings, flags: Flags, argument?: string) => void | Promise<void>,
): void {
  command.addOption(new Option('--config <file>', `settings from this file (default: ${CONFIG_FILE}, if there is one)`));
  for (const spec of specs) {
    const flag = `--${kebabCase(spec.name)}${spec.type === 'switch' ? '' : ` <${spec.type === 'choice' ? spec.choices.join('|') : spec.type}>`}`;
    const preset = 'default' in spec && spec.type !== 'switch' ? `; default: ${String(spec.default)}` : '';
    command.addOption(new Option(flag, `${spec.description} [${variableName(spec.name)}${preset}]`));
  }
  command.action((...given: readonly unknown[]) => {
    const flags = command.opts<Flags>();
    const argument = typeof given[0] === 'string' ? given[0] : undefined;
    return action(readSettings(flags, process.env), flags, argument);
  });
}
