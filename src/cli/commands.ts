/** The commands. Each is loaded when it is called, so that none slows down the start of the others. */

import { Command } from 'commander';
import type * as Inspecting from './inspecting-commands.js';
import type * as Emulating from './emulating-commands.js';
import { commandInterrupted } from './terminal/failure.js';
import { interruption, type Terminal } from './terminal/terminal.js';

/** Registers a command: its flags and its action. */
export type AddCommand = (root: Command, terminal: Terminal) => void;

const inspecting = async (): Promise<typeof Inspecting> => import('./inspecting-commands.js');
const emulating = async (): Promise<typeof Emulating> => import('./emulating-commands.js');

/**
 * The commands are loaded in groups, because the bundle has a file for every set of groups that shares code. One group for
 * each command would make `start` read many small files. `verify` starts another process before it loads the emulator.
 */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['start', async () => (await import('./start.js')).addStartCommand],
  ['exec', async () => (await import('./exec/exec.js')).addExecCommand],
  ['audit', async () => (await emulating()).addAuditCommand],
  ['mutate', async () => (await emulating()).addMutateCommand],
  ['wait', async () => (await inspecting()).addWaitCommand],
  ['env', async () => (await inspecting()).addEnvCommand],
  ['sandbox', async () => (await inspecting()).addSandboxCommand],
  ['clock', async () => (await inspecting()).addClockCommand],
  ['journal', async () => (await inspecting()).addJournalCommand],
  ['tail', async () => (await inspecting()).addTailCommand],
  ['scenarios', async () => (await inspecting()).addScenariosCommand],
  ['fixtures', async () => (await emulating()).addFixturesCommand],
  ['fidelity', async () => (await inspecting()).addFidelityCommand],
  ['conform', async () => (await inspecting()).addConformCommand],
  ['judge', async () => (await inspecting()).addJudgeCommand],
  ['replay', async () => (await emulating()).addReplayCommand],
  ['inspect', async () => (await emulating()).addInspectCommand],
  ['proxy', async () => (await emulating()).addProxyCommand],
  ['states', async () => (await inspecting()).addStatesCommand],
  ['verify', async () => (await import('./verify/verify.js')).addVerifyCommand],
  ['mcp', async () => (await import('./mcp/mcp.js')).addMcpCommand],
  ['pact', async () => (await inspecting()).addPactCommands],
  ['completion', completionCommand],
]);

/** `id-emulator` before one of its commands, unless in a sentence (`id-emulator proxy listens on`) or behind npx. */
export const COMMAND_IN_TEXT = new RegExp(
  String.raw`(?<![\w/.-]|--no-install )id-emulator (?=(?:${[...COMMANDS.keys()].join('|')})\b(?! listens))`,
  'g',
);

/**
 * Commands that handle an interrupt themselves: they close what is open, report what is known, or pass the signal on.
 * All others end at once.
 */
const HANDLE_INTERRUPTS: ReadonlySet<string | undefined> = new Set([
  'start',
  'exec',
  'audit',
  'mutate',
  'tail',
  'conform',
  'replay',
  'inspect',
  'proxy',
  'verify',
  'mcp',
]);

/**
 * Never resolves. Rejects when the user interrupts a command that does not handle interrupts itself.
 * @throws CommandError with 130 or 143
 */
export async function endAtOnce(name: string | undefined, terminal: Terminal): Promise<never> {
  if (HANDLE_INTERRUPTS.has(name)) return new Promise(() => undefined);
  await interruption(terminal);
  throw commandInterrupted(terminal);
}

/** Registers the command with this name. Registers all commands if there is none, for the help or a suggestion. */
export async function addCommands(root: Command, terminal: Terminal, name: string | undefined): Promise<void> {
  const called = COMMANDS.get(name ?? '');
  const wanted = called === undefined ? [...COMMANDS.values()] : [called];
  for (const add of await Promise.all(wanted.map((load) => load()))) add(root, terminal);
}

/** Every command, registered under a program of that name. */
export async function everyCommand(terminal: Terminal): Promise<Command> {
  const root = new Command('id-emulator');
  await addCommands(root, terminal, undefined);
  return root;
}

async function completionCommand(): Promise<AddCommand> {
  const { addCompletionCommand } = await inspecting();
  return (root, terminal) => {
    addCompletionCommand(root, terminal, () => everyCommand(terminal));
  };
}
