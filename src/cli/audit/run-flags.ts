/** Flags of the commands that run a command of the user again and again, and what follows from them. */

import { type Command, Option } from 'commander';
import type { Limits } from '../../audit/run/runs.js';
import type { AuditedCommand } from '../../audit/run/run-command.js';
import { RUN_VARIABLE } from '../../emulator/injection/run-folder.js';
import { settingName } from '../../emulator/option-spec.js';
import { trusting } from '../exec/trust.js';
import { UsageError } from '../terminal/failure.js';
import { checkedNumber, commaSeparated } from '../terminal/flags.js';
import { loopbackExceptions } from '../../common/platform/environment-proxy.js';
import { envOption, type OwnVariable, variablesFor } from '../settings/consumer-variables.js';
import { EXEC_SPECS, type Settings } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';

export interface RunFlags {
  readonly env: readonly OwnVariable[];
  readonly budget?: string;
  readonly minutes?: string;
  readonly patience: string;
  readonly limit: string;
  readonly json?: boolean;
}

/** Adds the flags that say how often the command is run, and for how long. @param patience the default, in seconds */
export function addRunFlags(command: Command, patience: number): Command {
  return command
    .addOption(envOption())
    .option('--budget <runs>', 'stop after this many runs; the most telling ones come first (default: no limit)')
    .option('--minutes <minutes>', 'stop after this many minutes (default: no limit)')
    .option(
      '--patience <seconds>',
      'how much longer than usual a run may take, not counting waits the server asks for',
      String(patience),
    )
    .option('--limit <seconds>', 'how long an unchanged run may take', '600')
    .option('--json', 'print the report as JSON');
}

/** The given flags that `exec` needs to run the command in this way. */
export function flagsForExec(command: Command): string[] {
  const names = new Set(['config', 'env', ...EXEC_SPECS.map((spec) => settingName(spec))]);
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    if (!names.has(name) || command.getOptionValueSource(name) !== 'cli') return [];
    const value: unknown = command.getOptionValue(name);
    if (name === 'env')
      return (value as OwnVariable[]).flatMap((variable) => ['--env', `${variable.name}=${variable.template}`]);
    if (typeof value === 'boolean') return value === option.negate ? [] : [option.long!];
    return [option.long!, String(value)];
  });
}

export function listOption(flag: string, description: string): Option {
  return new Option(flag, `${description}; repeated or comma-separated`).default([], 'none').argParser(commaSeparated);
}

/**
 * The command that is run, in the environment of the terminal.
 * @throws UsageError if there is none, or if this process is part of such a run itself
 */
export function repeatedCommand(
  name: string,
  command: readonly string[],
  { log: _log, ...options }: Settings,
  { env }: RunFlags,
  { environment }: Terminal,
): AuditedCommand {
  if (command.length === 0) throw new UsageError(`no command given; put it after two hyphens: ${name} -- npm test`);
  if (environment[RUN_VARIABLE] !== undefined)
    throw new UsageError(`${name} cannot run inside audit or mutate; let the outer one run the command itself`);
  return {
    command,
    options,
    environmentFor: (emulator) => {
      const given = { ...environment, ...loopbackExceptions(environment) };
      const trust = emulator.authority === undefined ? undefined : trusting(emulator.authority, given);
      const own = { ...given, ...trust?.variables, ...variablesFor(emulator, env) };
      return { environment: own, remove: () => trust?.remove() };
    },
  };
}

/** How much may be tried. Times in milliseconds. @throws UsageError if a number is not valid */
export function limitsFrom({ budget, minutes, patience, limit }: RunFlags): Limits {
  return {
    runs: budget === undefined ? undefined : positive('--budget', budget),
    time: minutes === undefined ? undefined : positive('--minutes', minutes) * 60_000,
    graceMs: positive('--patience', patience) * 1_000,
    longestRun: positive('--limit', limit) * 1_000,
  };
}

function positive(flag: string, text: string): number {
  return checkedNumber(flag, text, 'a positive number', (value) => value > 0);
}

/** @throws UsageError */
export function positiveInteger(flag: string, text: string): number {
  positive(flag, text);
  return checkedNumber(flag, text, 'a whole number', Number.isInteger);
}
