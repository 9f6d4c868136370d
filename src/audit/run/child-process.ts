/** Runs a command in a process group of its own, keeps its output, and leaves nothing running. */

import { type ChildProcess, spawn as spawnProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import { readdirSync, readFileSync } from 'node:fs';
import { exitCodeAfter } from '../../common/platform/shell.js';
import { RUN_VARIABLE } from '../../emulator/injection/run-folder.js';

/** Thrown if the command cannot be started at all. */
export class CommandNotFoundError extends Error {
  override readonly name = 'CommandNotFoundError';
}

/** Thrown if the command cannot be audited; the message says why. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';
}

/** How a command ended. */
export interface CommandResult {
  /** The exit code; 128 and the signal's number if a signal ended it, as in a shell. */
  readonly exitCode: number;
  /** The signal that ended it, unless it was ours. */
  readonly signal?: NodeJS.Signals;
  /** Whether it was ended from outside. */
  readonly wasEnded: boolean;
  /** Whether it was ended because it took longer than its limit. */
  readonly timedOut: boolean;
  /** The last of what it wrote to standard output and standard error. */
  readonly output: string;
  /** Milliseconds. */
  readonly duration: number;
}

export interface ProcessOptions {
  /** The environment with {@link RUN_VARIABLE}, by which all that the command starts is found again. */
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds until it is ended. */
  readonly limit: number;
  /** The signal that ends the command at once. */
  readonly signal: AbortSignal;
  /** What to do once while the command runs, as soon as its condition is met. Default: nothing. */
  readonly trigger?: { readonly isMet: () => boolean; readonly run: (killAll: () => void) => void } | undefined;
}

/** Characters of output that are kept. */
export const KEPT_OUTPUT = 200_000;
/** How long a process may take to end itself, in milliseconds. */
const GRACE = 1_000;
/** Milliseconds between two checks of the trigger. */
const CHECK_INTERVAL = 20;
/** Milliseconds to wait for the rest of the output if another process holds the stream. */
const DRAIN = 100;

/**
 * Runs the command to its end, or to its limit. Whatever it has started and left behind is ended, too.
 * @throws CommandNotFoundError
 */
export async function runProcess(
  [command = '', ...parameters]: readonly string[],
  { environment, limit, signal, trigger }: ProcessOptions,
): Promise<CommandResult> {
  const started = performance.now();
  const child = spawn(command, [...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
    // A group of its own: what it starts belongs to it, and Ctrl-C in the terminal reaches only us.
    detached: process.platform !== 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT);
    });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const ended = new Promise<{ code: number | null; by: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'ENOENT' ? 'there is no such command' : message;
      reject(new CommandNotFoundError(`cannot run ${JSON.stringify(command)}: ${reason}`));
    });
    child.once('exit', (code, by) => resolve({ code, by }));
  });
  const killAll = (): void => {
    signalGroup(child, 'SIGKILL');
    // A process may have left the process group, as a server that a test runner starts does.
    for (const id of processesOfRun(environment[RUN_VARIABLE] ?? '')) kill(id, 'SIGKILL');
  };
  process.once('exit', killAll);
  const state = { timedOut: false };
  const timers: NodeJS.Timeout[] = [];
  const end = (): void => {
    signalGroup(child, 'SIGTERM');
    timers.push(setTimeout(signalGroup, GRACE, child, 'SIGKILL'));
  };
  timers.push(
    setTimeout(() => {
      state.timedOut = true;
      end();
    }, limit),
  );
  const watch = setInterval(() => {
    if (trigger?.isMet() !== true) return;
    clearInterval(watch);
    trigger.run(killAll);
  }, CHECK_INTERVAL);
  if (trigger === undefined) clearInterval(watch);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    const { code, by } = await ended;
    const duration = performance.now() - started;
    killAll();
    // Output that has arrived is read between the timer and `setImmediate`, however busy this process was.
    const drained = new Promise((resolve) => timers.push(setTimeout(() => setImmediate(resolve), DRAIN)));
    await Promise.race([closed, drained]);
    return {
      exitCode: code ?? exitCodeAfter(by!),
      ...(by !== null && !state.timedOut && !signal.aborted && { signal: by }),
      ...state,
      wasEnded: signal.aborted,
      output,
      duration,
    };
  } finally {
    process.off('exit', killAll);
    signal.removeEventListener('abort', end);
    for (const timer of [...timers, watch]) clearTimeout(timer);
  }
}

/** The IDs of the processes that inherited the variable of a run; none where `/proc` does not show it. */
function processesOfRun(path: string): number[] {
  if (process.platform !== 'linux') return [];
  const inherited = `${RUN_VARIABLE}=${path}`;
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id !== process.pid && environmentOf(id).includes(inherited));
}

function environmentOf(id: number): string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
  } catch {
    // The process has ended, or belongs to another user.
    return [];
  }
}

/** Signals the process and all that it has started. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnProcess('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  kill(-pid, signal);
}

function kill(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // The process has ended.
  }
}
