/** The common parts of `audit` and `mutate`, which repeat a command of the user until an interrupt or a limit. */

import type { Command } from 'commander';
import { exitCodeAfter } from '../../common/platform/shell.js';
import type { Limits } from '../../audit/run/runs.js';
import type { AuditedCommand } from '../../audit/run/audited-command.js';
import { RUN_VARIABLE } from '../../emulator/injection/run-folder.js';
import { settingName, variableName } from '../../emulator/option-spec.js';
import { isSecretName } from '../../emulator/redaction/secret-places.js';
import { environmentBeside } from '../exec/trust.js';
import { UsageError, commandInterrupted } from '../terminal/failure.js';
import type { OwnVariable } from '../settings/consumer-variables.js';
import type { FlagsOf } from '../settings/declared-command.js';
import { EXEC_SPECS, type Settings } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';
import { BaselineError } from '../../audit/run/child-process.js';

type RunFlags = Pick<FlagsOf<'audit'>, 'env' | 'budget' | 'minutes' | 'patience' | 'limit'>;

/** The options that say how the command is run, in `audit`, `mutate` and `exec`. */
const OF_RUN = new Set(['config', 'env', ...EXEC_SPECS.map((spec) => settingName(spec))]);

/** The given flags that `exec` needs to run the command in the same way. Secrets stay in variables of the shell. */
export function flagsForExec(command: Command): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    if (!OF_RUN.has(name) || command.getOptionValueSource(name) !== 'cli') return [];

    const value: unknown = command.getOptionValue(name);
    if (name === 'env')
      return (value as OwnVariable[]).flatMap((variable) => ['--env', `${variable.name}=${variable.template}`]);
    if (typeof value === 'boolean') return value === option.negate ? [] : [option.long!];

    return [option.long!, isSecretName(name) ? `$${variableName(name)}` : String(value)];
  });
}

/** The options of an audit that change its runs and verdicts, besides {@link OF_RUN}. */
const OF_AUDIT = new Set(['before', 'compare', 'kill', 'expect', 'patience', 'limit']);

/** The given flags with which a later check makes the same runs, by the names of options. Secrets are left out. */
export function flagsForCheck(command: Command): Record<string, unknown> {
  const names = [...OF_RUN, ...OF_AUDIT].filter((name) => !isSecretName(name));
  const given = names.filter((name) => command.getOptionValueSource(name) === 'cli');
  return Object.fromEntries(given.map((name) => [name, command.getOptionValue(name) as unknown]));
}

/** Gives the command the flags of an earlier audit, unless it has others. */
export function restoreFlags(command: Command, flags: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(flags)) {
    const isOwn = command.getOptionValueSource(name) === 'cli';
    if (!isOwn) command.setOptionValueWithSource(name, value, 'cli');
  }
}

/**
 * The command that is run, in the environment of the terminal.
 * @throws UsageError if there is no command, or if this process is itself part of such a run
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
    environmentFor: (emulator) => environmentBeside(emulator, env, environment),
    ownVariables: env.map((variable) => variable.name),
  };
}

/** How much may be tried. Times in milliseconds. */
export function limitsFrom({ budget, minutes, patience, limit }: RunFlags): Limits {
  return {
    runs: budget,
    time: minutes === undefined ? undefined : minutes * 60_000,
    graceMs: patience * 1_000,
    longestRun: limit * 1_000,
  };
}

/**
 * Does the work. The first interrupt ends the work early, and the work then reports what is known. The second interrupt
 * ends this process at once, with every process that it has started. A closed terminal does the same, because nobody
 * would read the report.
 * @throws CommandError with 130 or 143 after an interrupt, as a shell reports it
 */
export async function interruptible(terminal: Terminal, work: () => Promise<void>): Promise<void> {
  const endAtOnce = (signal: NodeJS.Signals): never => process.exit(exitCodeAfter(signal));
  const { interruptedAgain: again } = terminal;
  again?.addEventListener('abort', () => endAtOnce(again.reason as NodeJS.Signals));
  process.on('SIGHUP', endAtOnce);
  const throwIfInterrupted = (message?: string): void => {
    if (terminal.interrupted.aborted) throw commandInterrupted(terminal, message);
  };

  try {
    await work();
    throwIfInterrupted();
  } catch (error) {
    terminal.rewriteLine?.('');
    if (error instanceof BaselineError) throwIfInterrupted(error.message);
    throw error;
  } finally {
    process.off('SIGHUP', endAtOnce);
  }
}

/** Milliseconds between two lines of progress without a terminal. */
const PROGRESS = 10_000;

/** Shows progress in one line of a terminal. Without a terminal, as in CI, it prints a line every ten seconds. */
export function progressTo({ rewriteLine, printError }: Terminal): (text: string) => void {
  if (rewriteLine !== undefined) return rewriteLine;

  let last = performance.now();
  return (text) => {
    if (performance.now() - last < PROGRESS) return;
    last = performance.now();
    printError(`id-emulator: ${text}\n`);
  };
}
