/** `id-emulator completion`: prints what makes a shell complete commands, flags and their values. */

import { Argument, type Command } from 'commander';
import { placesOf, type Place } from './command-places.js';
import { fishScript } from './fish.js';
import { bashScript, zshScript } from './posix.js';
import { powershellScript } from './powershell.js';
import type { Terminal } from '../terminal/terminal.js';

const SCRIPTS: Readonly<Record<string, (places: readonly Place[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/**
 * Registers the command.
 * @param allCommands registers all commands, because otherwise only the called one is registered
 */
export function addCompletionCommand(root: Command, terminal: Terminal, allCommands: () => Promise<Command>): void {
  root
    .command('completion')
    .description('print a script that completes commands and flags in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .action(async (shell: string) => {
      terminal.print(SCRIPTS[shell]!(placesOf(await allCommands())));
    });
}
