/** The commands. The module of a command is loaded when the command is called, so that every command starts fast. */

import type { Command } from 'commander';
import { COMMAND_MODULES } from './command-modules.js';
import { COMMAND_TABLE } from './command-table.js';
import { type CommandModule, type CommandPath, commandRow, declareCommand } from './settings/declared-command.js';
import { commandInterrupted } from './terminal/failure.js';
import { MORE } from './terminal/help.js';
import { aborted, type Terminal } from './terminal/terminal.js';

/** The function that loads each command, by the name of the command, in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandModule>>> = COMMAND_MODULES;

/** The number of everyday commands. They come first, and the short help lists only them. */
const EVERYDAY_COUNT = 8;

/**
 * Matches `id-emulator` where it begins a command that a user can type, as in `id-emulator help all`. It does not match
 * after npx, in a path, and in `id-emulator proxy listens on`.
 */
export const COMMAND_IN_TEXT = new RegExp(
  String.raw`(?<![\w/.-]|npx |--no-install )id-emulator (?=(?:${[...Object.keys(COMMANDS), 'help'].join('|')})(?![\w-]| listens))`,
  'g',
);

/**
 * Never resolves. Rejects when the user interrupts a command that does not handle interrupts itself.
 * @throws CommandError with 130 or 143
 */
export async function rejectOnInterrupt(name: string | undefined, terminal: Terminal): Promise<never> {
  if (commandRow(name ?? '')?.handlesInterrupt === true) return new Promise(() => undefined);

  await aborted(terminal.interrupted);
  throw commandInterrupted(terminal);
}

/** Declares the command with this name. If no command has the name, declares all, for the help or a suggestion. */
export async function addCommands(root: Command, terminal: Terminal, name = ''): Promise<void> {
  const names = Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS);
  const modules = await Promise.all(names.map((known) => COMMANDS[known]!()));
  for (const [index, module] of modules.entries()) {
    if (index === EVERYDAY_COUNT) root.commandsGroup(MORE);
    // The table lists a command before its subcommands.
    const [commandPath, ...subcommandPaths] = pathsOf(names[index]!);
    const command = declareCommand(root, commandPath!, module, terminal);
    for (const path of subcommandPaths) declareCommand(command, path, module, terminal);
  }
}

/** The paths of a command and of its subcommands: `sandbox`, `sandbox list`, `sandbox open`. */
function pathsOf(name: string): CommandPath[] {
  const paths = Object.keys(COMMAND_TABLE) as CommandPath[];
  return paths.filter((path) => path.split(' ')[0] === name);
}
