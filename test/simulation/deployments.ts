/** Emulators as their users start them: processes that can end at any moment. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MAIN, environmentWithoutSettings, readyLine } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { RedisServer } from '../stores/redis/redis-server.js';

/** Something that may happen to a deployment at any time. What was answered before must not be lost. */
export type Disturbance = 'restart' | 'kill' | 'pause' | 'restart the store' | 'fill the store' | 'forget scripts';

export interface Deployment extends AsyncDisposable {
  /** Where to send the next request: scheme, host and port. */
  readonly address: () => string;
  /** What can happen to it. */
  readonly disturbances: readonly Disturbance[];
  /** Resolves when the deployment is in use again. @throws if something is wrong with it */
  readonly disturb: (disturbance: Disturbance) => Promise<void>;
  /** Whether the journal may lack what was answered then: a reading of `performance.now()`. */
  readonly mayHaveLost: (moment: number) => boolean;
}

type Disturb = (replica: number) => Promise<void>;

/** A folder gets exchanges a moment after their answers, so these may take some of the last ones with them. */
const LOSING: readonly Disturbance[] = ['kill', 'fill the store'];
/** How long before and after such a disturbance. */
const LOSING_MILLISECONDS = 1_000;

/** The disturbances of a deployment, with a note of when they were. */
class Disturbances {
  /** From when to when exchanges may have been lost. */
  readonly #losses: { readonly from: number; to: number }[] = [];
  readonly #all: Partial<Record<Disturbance, Disturb>>;

  constructor(all: Partial<Record<Disturbance, Disturb>>) {
    this.#all = all;
  }

  get names(): Disturbance[] {
    return Object.keys(this.#all) as Disturbance[];
  }

  async happen(disturbance: Disturbance, replica: number): Promise<void> {
    const loss = { from: performance.now() - LOSING_MILLISECONDS, to: Number.POSITIVE_INFINITY };
    if (LOSING.includes(disturbance)) this.#losses.push(loss);
    await this.#all[disturbance]!(replica);
    loss.to = performance.now() + LOSING_MILLISECONDS;
  }

  readonly mayHaveLost = (moment: number): boolean => this.#losses.some(({ from, to }) => from < moment && moment < to);
}

/** One emulator without a store. */
export async function inMemory(): Promise<Deployment> {
  const emulator = await startedEmulator([]);
  return {
    address: () => emulator.url,
    disturbances: [],
    disturb: () => Promise.reject(new Error('memory does not outlive its process')),
    mayHaveLost: () => false,
    [Symbol.asyncDispose]: () => emulator.process[Symbol.asyncDispose](),
  };
}

/** How long a store is full. */
const FULL_MILLISECONDS = 300;

/** One emulator that keeps its sandboxes in a folder. */
export async function inFolder(): Promise<Deployment> {
  const folder = await temporaryFolder({});
  const store = join(folder.path, 'data');
  const parameters = ['--store', store];
  let emulator = await startedEmulator(parameters);
  const endBy = (signal: NodeJS.Signals) => async (): Promise<void> => {
    await emulator.process.end(signal);
    emulator = await startedEmulator(parameters);
  };
  const disturbances = new Disturbances({
    restart: endBy('SIGTERM'),
    kill: endBy('SIGKILL'),
    ...(process.platform === 'linux' && {
      // No file may grow: to the emulator, the disk is full.
      'fill the store': async () => {
        execFileSync('prlimit', [`--pid=${emulator.process.pid}`, '--fsize=1:unlimited']);
        await setTimeout(FULL_MILLISECONDS);
        await endBy('SIGKILL')();
      },
    }),
  });
  return {
    address: () => emulator.url,
    disturbances: disturbances.names,
    disturb: (disturbance) => disturbances.happen(disturbance, 0),
    mayHaveLost: disturbances.mayHaveLost,
    [Symbol.asyncDispose]: async () => {
      await emulator.process[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Longer than a replica keeps a sandbox that it does not renew. */
const PAUSE_MILLISECONDS = 4_000;

const LASTING = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** Two emulators that share their sandboxes by a Redis, which writes everything to its disk before it answers. */
export async function inRedis(main = MAIN): Promise<Deployment> {
  const redis = await RedisServer.start(...LASTING);
  const replicas = await Replicas.start(['--store', redis.url], main);
  const disturbances = new Disturbances({
    ...replicas.disturbances,
    'restart the store': () => redis.restart(),
    'fill the store': async () => {
      await redis.send('CONFIG', 'SET', 'maxmemory', '1mb');
      await setTimeout(FULL_MILLISECONDS);
      await redis.send('CONFIG', 'SET', 'maxmemory', '0');
    },
    'forget scripts': async () => {
      await redis.send('SCRIPT', 'FLUSH');
    },
  });
  return replicas.deployment(disturbances, async () => {
    await redis[Symbol.asyncDispose]();
  });
}

/** Two emulators that take turns. */
class Replicas {
  readonly #replicas: StartedEmulator[];
  readonly #start: () => Promise<StartedEmulator>;
  #turn = 0;

  private constructor(replicas: StartedEmulator[], start: () => Promise<StartedEmulator>) {
    this.#replicas = replicas;
    this.#start = start;
  }

  static async start(parameters: readonly string[], main: string): Promise<Replicas> {
    const start = (): Promise<StartedEmulator> => startedEmulator(parameters, main);
    return new Replicas(await Promise.all([start(), start()]), start);
  }

  get disturbances(): Record<'restart' | 'kill' | 'pause', Disturb> {
    const endBy = (signal: NodeJS.Signals) => async (at: number) => {
      await this.#replicas[at]!.process.end(signal);
      this.#replicas[at] = await this.#start();
    };
    return {
      // SIGTERM would serve for 5 s more.
      restart: endBy('SIGINT'),
      kill: endBy('SIGKILL'),
      pause: async (at) => {
        process.kill(this.#replicas[at]!.process.pid, 'SIGSTOP');
        await setTimeout(PAUSE_MILLISECONDS);
        process.kill(this.#replicas[at]!.process.pid, 'SIGCONT');
      },
    };
  }

  deployment(disturbances: Disturbances, endStore: () => Promise<void>): Deployment {
    return {
      address: () => this.#replicas[++this.#turn % this.#replicas.length]!.url,
      disturbances: disturbances.names,
      disturb: (disturbance) => disturbances.happen(disturbance, this.#turn % this.#replicas.length),
      // Redis gets each exchange before its answer.
      mayHaveLost: () => false,
      [Symbol.asyncDispose]: async () => {
        for (const replica of this.#replicas) await replica.process[Symbol.asyncDispose]();
        await endStore();
      },
    };
  }
}

interface StartedEmulator {
  readonly process: SpawnedProcess;
  readonly url: string;
}

async function startedEmulator(parameters: readonly string[], main = MAIN): Promise<StartedEmulator> {
  const emulator = new SpawnedProcess(
    process.execPath,
    [main, 'start', '--port', '0', '--fixture', 'empty', '--log', 'json', ...parameters],
    { cwd: import.meta.dirname, env: environmentWithoutSettings() },
  );
  const { url } = await readyLine(emulator);
  return { process: emulator, url };
}
