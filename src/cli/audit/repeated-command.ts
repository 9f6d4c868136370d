/** The common parts of `audit` and `mutate`, which repeat a command of the user until an interrupt or a limit. */

import type { Command } from 'commander';
import { withoutUndefined } from '../../common/json.js';
import { exitCodeAfter } from '../../common/platform/shell.js';
import type { Limits } from '../../audit/audit-types.js';
import type { AuditedCommand } from '../../audit/run/audited-command.js';
import { RUN_VARIABLE } from '../../emulator/injection/run-folder.js';
import { settingName, variableName } from '../../emulator/option-spec.js';
import { isSecretName } from '../../emulator/redaction/secret-places.js';
import { environmentForCommand } from '../exec/trust.js';
import { UsageError, commandInterrupted } from '../terminal/failure.js';
import type { OwnVariable } from '../settings/consumer-variables.js';
import type { Call, FlagsOf } from '../settings/declared-command.js';
import { EXEC_SPECS } from '../settings/settings.js';
import { isTyped } from '../terminal/flags.js';
import type { Terminal } from '../terminal/terminal.js';
import { BaselineError } from '../../audit/run/child-process.js';

/** The flags that `audit` and `mutate` share. */
type RunFlags = Pick<FlagsOf<'audit'>, 'env' | 'budget' | 'minutes' | 'patience' | 'limit'>;

/** A call of `audit` or `mutate`. */
type RunCall = Pick<Call<'audit'>, 'words' | 'settings' | 'terminal'> & { readonly flags: RunFlags };

/** The options that say how the command is run, in `audit`, `mutate` and `exec`. */
const RUN_OPTIONS = new Set(['config', 'env', ...EXEC_SPECS.map((spec) => settingName(spec))]);

/** The typed flags that `exec` needs to run the command in the same way. Secrets stay in variables of the shell. */
export function flagsForExec(command: Command): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const isNeeded = RUN_OPTIONS.has(name) && isTyped(command, name);
    if (!isNeeded) return [];

    const value: unknown = command.getOptionValue(name);
    if (name === 'env')
      return (value as OwnVariable[]).flatMap((variable) => ['--env', `${variable.name}=${variable.template}`]);

    // `--x` and `--no-x` are two options with one value: true for the first, false for the second (`negate`).
    if (typeof value === 'boolean') return option.negate === value ? [] : [option.long!];

    // The user copies the command. A secret is not printed: the shell reads it from its variable.
    return [option.long!, isSecretName(name) ? `$${variableName(name)}` : String(value)];
  });
}

/** The options of an audit that change its runs and verdicts, besides {@link RUN_OPTIONS}. */
const AUDIT_OPTIONS = new Set(['before', 'compare', 'kill', 'expect', 'patience', 'limit']);

/** The typed flags with which a later check makes the same runs, by the names of options. Secrets are left out. */
export function flagsForCheck(command: Command): Record<string, unknown> {
  const names = [...RUN_OPTIONS, ...AUDIT_OPTIONS].filter((name) => !isSecretName(name));
  const typed = names.filter((name) => isTyped(command, name));
  return Object.fromEntries(typed.map((name) => [name, command.getOptionValue(name) as unknown]));
}

/** Gives the command the flags of an earlier audit. A flag that the user types now has precedence. */
export function restoreFlags(command: Command, flags: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(flags)) {
    // With the source `cli`, the flag counts as typed by the user.
    if (!isTyped(command, name)) command.setOptionValueWithSource(name, value, 'cli');
  }
}

/**
 * The command that is run, in the environment of the terminal.
 * @throws UsageError if there is no command, or if an audit or `mutate` has started this process
 */
export function repeatedCommand(name: 'audit' | 'mutate', call: RunCall): AuditedCommand {
  const { words: command, flags, settings, terminal } = call;
  // The log is no option of the emulator that the command calls.
  const { log: _log, ...options } = settings;
  const { env } = flags;
  const { environment } = terminal;

  if (command.length === 0) throw new UsageError(`no command given; put it after two hyphens: ${name} -- npm test`);
  if (environment[RUN_VARIABLE] !== undefined)
    throw new UsageError(`${name} cannot run inside audit or mutate; let the outer one run the command itself`);

  return {
    command,
    options,
    environmentFor: (emulator) => environmentForCommand(emulator, env, environment),
    ownVariables: env.map((variable) => variable.name),
  };
}

/** How much may be tried. Flags have minutes and seconds, and limits have milliseconds. */
export function limitsFrom({ budget, minutes, patience, limit }: RunFlags): Limits {
  return {
    ...withoutUndefined({ runs: budget, time: minutes && minutes * 60_000 }),
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
  const { interruptedAgain } = terminal;
  interruptedAgain?.addEventListener('abort', () => endAtOnce(interruptedAgain.reason as NodeJS.Signals));
  // A closed terminal sends SIGHUP.
  process.on('SIGHUP', endAtOnce);

  const throwIfInterrupted = (message?: string): void => {
    if (terminal.interrupted.aborted) throw commandInterrupted(terminal, message);
  };

  try {
    await work();
    throwIfInterrupted();
  } catch (error) {
    // The message comes in the place of the line with the progress.
    terminal.rewriteLine?.('');
    // The interrupt has also ended the command, whose runs without faults have failed for no other reason.
    if (error instanceof BaselineError) throwIfInterrupted(error.message);
    throw error;
  } finally {
    process.off('SIGHUP', endAtOnce);
  }
}
