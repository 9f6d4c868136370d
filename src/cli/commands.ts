/** Every command. Each is loaded when it is called, so that none makes the others start later. */

import type { Command } from 'commander';

/** Declares a command, with its flags and what it does. */
export type AddCommand = (root: Command) => void;

const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['start', async () => (await import('./start.js')).addStartCommand],
  ['env', async () => (await import('./env.js')).addEnvCommand],
  ['scenarios', async () => (await import('./scenarios-command.js')).addScenariosCommand],
  ['fidelity', async () => (await import('./fidelity.js')).addFidelityCommand],
  ['conform', async () => (await import('./conform.js')).addConformCommand],
  ['judge', async () => (await import('./judge.js')).addJudgeCommand],
  ['replay', async () => (await import('./replay.js')).addReplayCommand],
  ['proxy', async () => (await import('./proxy.js')).addProxyCommand],
  ['states', async () => (await import('./states.js')).addStatesCommand],
  ['verify', async () => (await import('./verify.js')).addVerifyCommand],
  ['pact', async () => (await import('./pact-from-journal.js')).addPactCommands],
]);

/** Declares the command of that name; all of them where there is none of it, because then help or a suggestion is due. */
export async function addCommands(root: Command, name: string | undefined): Promise<void> {
  const called = COMMANDS.get(name ?? '');
  const wanted = called === undefined ? [...COMMANDS.values()] : [called];
  for (const add of await Promise.all(wanted.map((load) => load()))) add(root);
}
