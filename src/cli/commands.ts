/** Every command. They are loaded when they are called, so that none makes others start later. */

import type { Command } from 'commander';
import type * as Inspecting from './inspecting-commands.js';
import type * as Emulating from './emulating-commands.js';

/** Declares a command, with its flags and what it does. */
export type AddCommand = (root: Command) => void;

const inspecting = async (): Promise<typeof Inspecting> => import('./inspecting-commands.js');
const emulating = async (): Promise<typeof Emulating> => import('./emulating-commands.js');

/**
 * In groups, because the bundle has a file for every set of groups that share some code: were each command one of its own,
 * `start` would have to read 27 files instead of a few, which takes a seventh of its time.
 */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['start', async () => (await import('./start.js')).addStartCommand],
  ['env', async () => (await inspecting()).addEnvCommand],
  ['scenarios', async () => (await inspecting()).addScenariosCommand],
  ['fidelity', async () => (await inspecting()).addFidelityCommand],
  ['conform', async () => (await inspecting()).addConformCommand],
  ['judge', async () => (await inspecting()).addJudgeCommand],
  ['replay', async () => (await emulating()).addReplayCommand],
  ['proxy', async () => (await emulating()).addProxyCommand],
  ['states', async () => (await inspecting()).addStatesCommand],
  ['verify', async () => (await emulating()).addVerifyCommand],
  ['pact', async () => (await inspecting()).addPactCommands],
]);

/** Declares the command of that name; all of them where there is none of it, because then help or a suggestion is due. */
export async function addCommands(root: Command, name: string | undefined): Promise<void> {
  const called = COMMANDS.get(name ?? '');
  const wanted = called === undefined ? [...COMMANDS.values()] : [called];
  for (const add of await Promise.all(wanted.map((load) => load()))) add(root);
}
