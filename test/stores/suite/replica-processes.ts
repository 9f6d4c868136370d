/** The two processes in which the replicas of all emulators of one test process run, so that a signal can end them. */

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { printError, printWarning } from '../../../src/emulator/emulator-hooks.js';
import type { EmulatorHooks, EmulatorOptions, RedisUrl, SharedEmulator } from '../../../src/index.js';

/** The members of an emulator that are plain data. */
export type StartedReplica = Omit<SharedEmulator, 'close' | typeof Symbol.asyncDispose>;

export type ReplicaOptions = EmulatorOptions & { readonly store: RedisUrl; readonly port: number };

interface Reply {
  readonly replica: number;
  readonly call?: 'start' | 'close';
  readonly result?: StartedReplica;
  readonly error?: Error;
  /** What an emulator said meanwhile. */
  readonly word?: 'internalError' | 'warning';
  readonly said?: unknown;
}

interface RunningReplica {
  readonly options: ReplicaOptions;
  readonly hooks: EmulatorHooks;
  /** Why it did not come back after a kill. */
  lost?: Error;
}

/** Whatever supervises a replica starts it again if it did not reach Redis in time. */
const START_ATTEMPTS = 3;

const HOST = join(import.meta.dirname, 'replica-host.js');

export class ReplicaProcess {
  #child = this.#fork();
  readonly #replicas = new Map<number, RunningReplica>();
  readonly #calls = new Map<string, (reply: Reply) => void>();
  #last = 0;
  /** A process that is being killed starts no replica. */
  #turn: Promise<unknown> = Promise.resolve();

  start(options: ReplicaOptions, hooks: EmulatorHooks): Promise<{ number: number; started: StartedReplica }> {
    return this.#inTurn(() => this.#start(options, hooks));
  }

  /** @throws Error if the replica did not come back after a kill */
  close(number: number): Promise<void> {
    return this.#inTurn(() => this.#close(number));
  }

  /** Ends the process with all replicas at once, and starts it again with the same replicas. */
  kill(): Promise<void> {
    return this.#inTurn(() => this.#kill());
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #start(options: ReplicaOptions, hooks: EmulatorHooks): Promise<{ number: number; started: StartedReplica }> {
    const number = ++this.#last;
    this.#replicas.set(number, { options, hooks });
    const started = await this.#call('start', number, options).catch((error: unknown) => {
      this.#replicas.delete(number);
      throw error;
    });
    // It comes back on the same port.
    this.#replicas.set(number, { options: { ...options, port: Number(new URL(started!.localUrl).port) }, hooks });
    return { number, started: started! };
  }

  async #close(number: number): Promise<void> {
    const lost = this.#replicas.get(number)?.lost;
    this.#replicas.delete(number);
    if (lost !== undefined) throw lost;
    await this.#call('close', number);
  }

  async #kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
    this.#child = this.#fork();
    // One after the other: together they would keep the process so busy that it misses replies of Redis.
    for (const [number, replica] of this.#replicas) await this.#restart(number, replica);
  }

  async #restart(number: number, replica: RunningReplica): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        await this.#call('start', number, replica.options);
        return;
      } catch (cause) {
        if (attempt < START_ATTEMPTS) continue;
        const { port } = replica.options;
        replica.lost = new Error(`no replica on port ${port} after a kill: ${(cause as Error).message}`, { cause });
        return;
      }
  }

  #call(call: 'start' | 'close', replica: number, options?: ReplicaOptions): Promise<StartedReplica | undefined> {
    return new Promise((resolve, reject) => {
      this.#calls.set(`${call} ${replica}`, ({ error, result }) => {
        if (error === undefined) resolve(result);
        else reject(error);
      });
      this.#child.send({ call, replica, options });
    });
  }

  #fork(): ChildProcess {
    const child = fork(HOST, { serialization: 'advanced', execArgv: [], env: environment() });
    child.on('message', (reply: Reply) => {
      const { call, replica, word, said } = reply;
      if (call !== undefined) {
        this.#calls.get(`${call} ${replica}`)?.(reply);
        this.#calls.delete(`${call} ${replica}`);
      }
      const { onInternalError = printError, onWarning = printWarning } = this.#replicas.get(replica)?.hooks ?? {};
      if (word === 'warning') onWarning(said as string);
      if (word === 'internalError') onInternalError(said as Error);
    });
    child.unref();
    child.channel?.unref();
    return child;
  }
}

/** Without those of vitest, which the emulator would take as its own. */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
