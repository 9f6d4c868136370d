/** The one place that starts other programs, signals them, ends them and reports how they ended. */

import { type ChildProcess, spawn as spawnProcess, type SpawnOptions, type StdioOptions } from 'node:child_process';
import { setImmediate as nextTurn, setTimeout as passTime } from 'node:timers/promises';
import { exitCodeAfter } from './shell.js';

/** Milliseconds to wait for the rest of the output if another process holds the streams. */
const DRAIN = 100;

/** Thrown if a program cannot be started. The message names it and says why. */
export class NotStartedError extends Error {
  override readonly name = 'NotStartedError';
  /** Whether there is no such program. If false, the program exists but cannot be executed. */
  readonly isMissing: boolean;

  constructor(command: string, { code, message }: NodeJS.ErrnoException) {
    const isMissing = code === 'ENOENT';
    const reason = isMissing ? 'there is no such command' : message;
    super(`cannot run ${JSON.stringify(command)}: ${reason}`);
    this.isMissing = isMissing;
  }
}

/** How a program ended. */
export interface ProgramEnd {
  /** 128 and the signal's number if a signal ended it, as in a shell. */
  readonly exitCode: number;
  /** The signal that ended it. */
  readonly signal: NodeJS.Signals | undefined;
}

export interface ProgramOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Default: that of this process. */
  readonly folder?: string | undefined;
  readonly stdio: StdioOptions;
  /**
   * Whether the program has a process group of its own. With one, signals of this process also reach everything that
   * the program has started, and signals of the terminal reach only this process. Default: false.
   */
  readonly detached?: boolean;
  /** Default: that of Node.js, which on Windows starts no `.cmd` files, as npm and npx are. */
  readonly spawn?: (command: string, parameters: string[], options: SpawnOptions) => ChildProcess;
}

/** A program that this one has started. */
export class Program {
  readonly child: ChildProcess;
  /** Resolves when the program ends, perhaps before all of its output is read. @throws NotStartedError */
  readonly exited: Promise<ProgramEnd>;
  readonly #isDetached: boolean;
  readonly #closed: Promise<unknown>;
  #killing: NodeJS.Timeout | undefined;

  constructor(
    [command = '', ...parameters]: readonly string[],
    { environment, folder, stdio, detached = false, spawn = spawnProcess }: ProgramOptions,
  ) {
    this.#isDetached = detached;
    this.child = spawn(command, parameters, { cwd: folder, env: environment, stdio, detached, windowsHide: true });
    this.#closed = new Promise((resolve) => this.child.once('close', resolve));
    this.exited = new Promise<ProgramEnd>((resolve, reject) => {
      this.child.on('error', (error) => reject(new NotStartedError(command, error)));
      this.child.once('exit', (code, signal) => {
        resolve({ exitCode: code ?? exitCodeAfter(signal!), signal: signal ?? undefined });
      });
    }).finally(() => clearTimeout(this.#killing));
  }

  /** Calls the function with the text of both streams, piece by piece. */
  onOutput(read: (text: string) => void): void {
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.setEncoding('utf8').on('data', read);
  }

  /**
   * Resolves when all output is read. If a process that the program left behind keeps a stream open, that is 100 ms
   * after the program's end.
   */
  async drained(): Promise<void> {
    await this.exited;
    const waiting = new AbortController();
    // One more turn of the event loop reads output that has arrived by then, even if the timer comes late.
    const timeIsUp = passTime(DRAIN, undefined, { signal: waiting.signal }).then(() => nextTurn());
    await Promise.race([this.#closed, timeIsUp.catch(() => undefined)]);
    waiting.abort();
  }

  /** Sends the program a signal. If it has a group of its own, all that it has started gets the signal. */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;

    if (!this.#isDetached) this.child.kill(signal);
    else if (process.platform === 'win32')
      spawnProcess('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    else signalProcess(-pid, signal);
  }

  /** Asks the program to end. @param grace milliseconds until it is killed */
  end(signal: NodeJS.Signals, grace: number): void {
    this.signal(signal);
    this.#killing ??= setTimeout(() => this.signal('SIGKILL'), grace);
  }
}

/** Sends a signal to a process, or to a group if the number is negative, unless it has ended. */
export function signalProcess(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // It has ended.
  }
}
