/** The commands. Each is loaded when it is called, so that none slows down the start of the others. */

import type { Command } from 'commander';
import { COMMAND_MODULES } from './command-modules.js';
import { COMMAND_TABLE } from './command-table.js';
import { type CommandModule, type CommandPath, commandRow, declareCommand } from './settings/declared-command.js';
import { commandInterrupted } from './terminal/failure.js';
import { MORE } from './terminal/help.js';
import { aborted, type Terminal } from './terminal/terminal.js';

/** In the order of the help. `verify` starts another process before it loads the emulator. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandModule>>> = COMMAND_MODULES;

/**
 * The number of everyday commands. They come first, in the order of a day's work, and the short help lists only them.
 */
const OF_EACH_DAY = 8;

/**
 * Matches `id-emulator` in a command that a user can type: not after npx, and not in `id-emulator proxy listens on`.
 */
export const COMMAND_IN_TEXT = new RegExp(
  String.raw`(?<![\w/.-]|npx |--no-install )id-emulator (?=(?:${[...Object.keys(COMMANDS), 'help'].join('|')})(?![\w-]| listens))`,
  'g',
);

/**
 * Never resolves. Rejects when the user interrupts a command that does not handle interrupts itself.
 * @throws CommandError with 130 or 143
 */
export async function endAtOnce(name: string | undefined, terminal: Terminal): Promise<never> {
  if (commandRow(name ?? '')?.handlesInterrupt === true) return new Promise(() => undefined);

  await aborted(terminal.interrupted);
  throw commandInterrupted(terminal);
}

/** Declares the command with this name. Declares all commands if there is none, for the help or a suggestion. */
export async function addCommands(root: Command, terminal: Terminal, name = ''): Promise<void> {
  const wanted = Object.hasOwn(COMMANDS, name) ? [name] : Object.keys(COMMANDS);
  const modules = await Promise.all(wanted.map((each) => COMMANDS[each]!()));
  for (const [index, module] of modules.entries()) {
    if (index === OF_EACH_DAY) root.commandsGroup(MORE);
    const [own, ...below] = pathsOf(wanted[index]!);
    const command = declareCommand(root, own!, module, terminal);
    for (const path of below) declareCommand(command, path, module, terminal);
  }
}

/** A command, and those below it. */
function pathsOf(name: string): CommandPath[] {
  const paths = Object.keys(COMMAND_TABLE) as CommandPath[];
  return paths.filter((path) => path.split(' ')[0] === name);
}
