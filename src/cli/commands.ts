/** The commands. Each is loaded when it is called, so that none slows down the start of the others. */

import type { Command } from 'commander';
import { commandRow } from './settings/declared-command.js';
import { commandInterrupted } from './terminal/failure.js';
import { MORE } from './terminal/help.js';
import { aborted, type Terminal } from './terminal/terminal.js';

/** Registers a command: its flags and its action. */
export type AddCommand = (root: Command, terminal: Terminal) => void;

/** The commands, in the order of the help. `verify` starts another process before it loads the emulator. */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['start', async () => (await import('./start.js')).addStartCommand],
  ['call', async () => (await import('./running/call.js')).addCallCommand],
  ['exec', async () => (await import('./exec/exec.js')).addExecCommand],
  ['audit', async () => (await import('./audit/audit.js')).addAuditCommand],
  ['verify', async () => (await import('./verify/verify.js')).addVerifyCommand],
  ['judge', async () => (await import('./running/judge.js')).addJudgeCommand],
  ['inspect', async () => (await import('./inspect.js')).addInspectCommand],
  ['evidence', async () => (await import('./upstream/evidence-command.js')).addEvidenceCommand],
  ['mutate', async () => (await import('./audit/mutate.js')).addMutateCommand],
  ['wait', async () => (await import('./running/wait.js')).addWaitCommand],
  ['env', async () => (await import('./env.js')).addEnvCommand],
  ['sandbox', async () => (await import('./running/sandbox.js')).addSandboxCommand],
  ['clock', async () => (await import('./running/clock.js')).addClockCommand],
  ['journal', async () => (await import('./running/journal.js')).addJournalCommand],
  ['tail', async () => (await import('./running/journal.js')).addTailCommand],
  ['scenarios', async () => (await import('./reference/scenarios.js')).addScenariosCommand],
  ['fixtures', async () => (await import('./reference/fixtures.js')).addFixturesCommand],
  ['fidelity', async () => (await import('./reference/fidelity.js')).addFidelityCommand],
  ['conform', async () => (await import('./upstream/conform.js')).addConformCommand],
  ['proxy', async () => (await import('./upstream/proxy.js')).addProxyCommand],
  ['states', async () => (await import('./reference/states.js')).addStatesCommand],
  ['mcp', async () => (await import('./mcp.js')).addMcpCommand],
  ['pact', async () => (await import('./running/pact-from-journal.js')).addPactCommands],
]);

/**
 * The number of everyday commands. They come first, in the order of a day's work, and the short help lists only them.
 */
const OF_EACH_DAY = 8;

/**
 * Matches `id-emulator` in a command that a user can type: not after npx, and not in `id-emulator proxy listens on`.
 */
export const COMMAND_IN_TEXT = new RegExp(
  String.raw`(?<![\w/.-]|npx |--no-install )id-emulator (?=(?:${[...COMMANDS.keys(), 'help'].join('|')})(?![\w-]| listens))`,
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

/** Registers the command with this name. Registers all commands if there is none, for the help or a suggestion. */
export async function addCommands(root: Command, terminal: Terminal, name: string | undefined): Promise<void> {
  const called = COMMANDS.get(name ?? '');
  const wanted = called === undefined ? [...COMMANDS.values()] : [called];
  const adding = await Promise.all(wanted.map((load) => load()));
  for (const [index, add] of adding.entries()) {
    if (index === OF_EACH_DAY) root.commandsGroup(MORE);
    add(root, terminal);
  }
}
