/** Runs a command in a process group of its own, keeps its output, and leaves nothing running. */

import spawn from 'cross-spawn';
import { readdirSync, readFileSync } from 'node:fs';
import { withoutUndefined } from '../../common/json.js';
import { Program, signalProcess } from '../../common/platform/program.js';
import type { CommandResult } from '../audit-types.js';
import { RUN_VARIABLE } from '../../emulator/injection/run-folder.js';

/** Thrown if the command cannot be audited; the message says why. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';
}

/** Thrown if the command passes, and no request of it reaches an operation. */
export class NoRequestError extends BaselineError {}

export interface ProcessOptions {
  /** The environment with {@link RUN_VARIABLE}, by which all processes that the command starts are found. */
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds after which the command is ended. */
  readonly limit: number;
  /** The signal that ends the command at once. */
  readonly signal: AbortSignal;
  /** What to do once while the command runs, as soon as `isMet` returns true. Default: nothing. */
  readonly trigger?: { readonly isMet: () => boolean; readonly run: (killAll: () => void) => void } | undefined;
}

/** Characters of output that are kept: the last ones, because errors and results stand at the end. */
export const KEPT_OUTPUT = 200_000;
/** How long a process may take to end itself, in milliseconds. */
const GRACE = 1_000;
/** Milliseconds between two checks of the trigger. */
const CHECK_INTERVAL = 20;

/**
 * Runs the command to its end, or to its limit. Processes that the command started and left behind are ended, too.
 * @throws NotStartedError
 */
export async function runToLimit(
  command: readonly string[],
  { environment, limit, signal, trigger }: ProcessOptions,
): Promise<CommandResult> {
  const started = performance.now();
  // The command gets a process group, so that all its processes can be ended. On Windows, this would open a window.
  const detached = process.platform !== 'win32';
  const program = new Program(command, { environment, stdio: ['ignore', 'pipe', 'pipe'], detached, spawn });
  let output = '';
  program.onOutput((text) => (output = (output + text).slice(-KEPT_OUTPUT)));

  // A killed process cannot start others while it ends.
  const killAll = (): void => {
    program.signal('SIGKILL');
    // A process may have left the process group, as a server that a test runner starts does.
    for (const id of processesOfRun(environment[RUN_VARIABLE] ?? '')) signalProcess(id, 'SIGKILL');
  };

  // If this process ends meanwhile, the command ends with it.
  process.once('exit', killAll);
  const end = (): void => program.end('SIGTERM', GRACE);
  // Without the wider type, the compiler would take the value for false where it is read.
  let timedOut = false as boolean;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, limit);
  const checkTrigger = (): void => {
    if (trigger?.isMet() !== true) return;

    clearInterval(watch);
    trigger.run(killAll);
  };

  const watch = trigger && setInterval(checkTrigger, CHECK_INTERVAL);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();

  try {
    const { exitCode, signal: fatalSignal } = await program.exited;
    const duration = performance.now() - started;
    killAll();
    // The output is complete when the last process that had inherited it is gone.
    await program.drained();
    const wasEnded = signal.aborted;
    // A signal that this process has sent says nothing about the command.
    const shownSignal = timedOut || wasEnded ? undefined : fatalSignal;

    return { exitCode, ...withoutUndefined({ signal: shownSignal }), timedOut, wasEnded, output, duration };
  } finally {
    process.off('exit', killAll);
    signal.removeEventListener('abort', end);
    clearTimeout(timer);
    clearInterval(watch);
  }
}

/** The IDs of the processes that inherited the variable of a run. Only Linux shows the variables of a process. */
function processesOfRun(path: string): number[] {
  if (process.platform !== 'linux') return [];

  const ids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const inherited = `${RUN_VARIABLE}=${path}`;

  return ids.filter((id) => id !== process.pid && environmentOf(id).includes(inherited));
}

/** The variables of a process, as in `PATH=/bin`. */
function environmentOf(id: number): string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
  } catch {
    // The process has ended, or belongs to another user.
    return [];
  }
}
