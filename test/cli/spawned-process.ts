/** A process that a test starts, listens to, and ends. */

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** How a process ended, and everything that it printed. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Makes the process the head of a group, so that signals reach what it starts, too. Default: false. */
  readonly detached?: boolean;
  /** `pipe` for a process that reads standard input. Default: it has none. */
  readonly stdin?: 'pipe';
}

export class SpawnedProcess implements AsyncDisposable {
  readonly ended: Promise<Outcome>;
  readonly #child: ChildProcessByStdio<Writable | null, Readable, Readable>;
  readonly #isGroup: boolean;
  #hasEnded = false;
  #stdout = '';
  #stderr = '';

  constructor(command: string, parameters: readonly string[], surroundings: Surroundings) {
    const { stdin = 'ignore', ...options } = surroundings;
    this.#child = spawn(command, parameters, { ...options, stdio: [stdin, 'pipe', 'pipe'] }) as ChildProcessByStdio<
      Writable | null,
      Readable,
      Readable
    >;
    this.#isGroup = surroundings.detached ?? false;
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.ended = this.#outcome();
  }

  /** Null without `stdin: 'pipe'`. */
  get stdin(): Writable | null {
    return this.#child.stdin;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Waits until standard output holds what the pattern describes, and gives it. */
  printed(pattern: RegExp): Promise<string> {
    return this.#found(pattern, this.#child.stdout, () => this.#stdout);
  }

  /** The same of standard error. */
  printedError(pattern: RegExp): Promise<string> {
    return this.#found(pattern, this.#child.stderr, () => this.#stderr);
  }

  /** Reads nothing more from the stream: what the process then writes there finds no reader. */
  stopReading(stream: 'stdout' | 'stderr'): void {
    this.#child[stream].destroy();
  }

  async #found(pattern: RegExp, stream: Readable, text: () => string): Promise<string> {
    for (;;) {
      const found = pattern.exec(text())?.[0];
      if (found !== undefined) return found;
      if (this.#hasEnded)
        throw new Error(`it ended without printing ${String(pattern)}: ${this.#stdout}${this.#stderr}`);
      await Promise.race([once(stream, 'data'), this.ended]);
    }
  }

  /** Sends the signal, and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<Outcome> {
    if (!this.#isGroup) this.#child.kill(signal);
    else if (!this.#hasEnded) process.kill(-this.#child.pid!, signal);
    return await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Standard output and error close when the last process that holds them has ended. */
  async #outcome(): Promise<Outcome> {
    await once(this.#child, 'close');
    this.#hasEnded = true;
    return { code: this.#child.exitCode, signal: this.#child.signalCode, stdout: this.#stdout, stderr: this.#stderr };
  }
}
