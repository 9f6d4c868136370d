/** Emulators as their users start them: processes that can end at any moment. */

import { setTimeout } from 'node:timers/promises';
import { MAIN, environmentWithoutSettings, readyLine } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { RedisServer } from '../redis/redis-server.js';

/** Something that may happen to a deployment at any time. What was answered before must not be lost. */
export type Disturbance = 'restart' | 'kill' | 'pause' | 'restart the store' | 'fill the store' | 'forget scripts';

export interface Deployment extends AsyncDisposable {
  /** Where to send the next request: scheme, host and port. */
  readonly address: () => string;
  /** What can happen to it. */
  readonly disturbances: readonly Disturbance[];
  /** Resolves when the deployment is in use again. */
  disturb(disturbance: Disturbance): Promise<void>;
}

/** One emulator without a store. */
export async function inMemory(): Promise<Deployment> {
  const emulator = await startedEmulator([]);
  return {
    address: () => emulator.url,
    disturbances: [],
    disturb: () => Promise.reject(new Error('memory does not outlive its process')),
    [Symbol.asyncDispose]: () => emulator.process[Symbol.asyncDispose](),
  };
}

/** One emulator that keeps its sandboxes in a folder. */
export async function inFolder(): Promise<Deployment> {
  const folder = await temporaryFolder({});
  const parameters = ['--store', folder.path];
  let emulator = await startedEmulator(parameters);
  return {
    address: () => emulator.url,
    disturbances: ['restart', 'kill'],
    disturb: async (disturbance) => {
      await emulator.process.end(disturbance === 'kill' ? 'SIGKILL' : 'SIGTERM');
      emulator = await startedEmulator(parameters);
    },
    [Symbol.asyncDispose]: async () => {
      await emulator.process[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The clocks of the machines of two replicas are wrong by so many milliseconds. */
const SKEWS = [60_000, -60_000];
const FULL_MILLISECONDS = 300;

/** Longer than a replica keeps a sandbox that it does not renew. */
const PAUSE_MILLISECONDS = 4_000;

/** Two emulators that share their sandboxes by a Redis, which writes everything to its disk before it answers. */
export async function inRedis(main = MAIN): Promise<Deployment> {
  const redis = await RedisServer.start('--appendonly', 'yes', '--appendfsync', 'always');
  const parameters = ['--store', redis.url, '--drain', '0'];
  const start = (at: number): Promise<StartedEmulator> => startedEmulator(parameters, main, SKEWS[at]);
  const replicas = await Promise.all([start(0), start(1)]);
  let turn = 0;
  const disturbances: Readonly<Record<Disturbance, (replica: number) => Promise<void>>> = {
    restart: async (at) => {
      await replicas[at]!.process.end('SIGTERM');
      replicas[at] = await start(at);
    },
    kill: async (at) => {
      await replicas[at]!.process.end('SIGKILL');
      replicas[at] = await start(at);
    },
    pause: async (at) => {
      process.kill(replicas[at]!.process.pid, 'SIGSTOP');
      await setTimeout(PAUSE_MILLISECONDS);
      process.kill(replicas[at]!.process.pid, 'SIGCONT');
    },
    'restart the store': () => redis.restart(),
    'fill the store': async () => {
      await redis.send('CONFIG', 'SET', 'maxmemory', '1mb');
      await setTimeout(FULL_MILLISECONDS);
      await redis.send('CONFIG', 'SET', 'maxmemory', '0');
    },
    'forget scripts': async () => {
      await redis.send('SCRIPT', 'FLUSH');
    },
  };
  return {
    address: () => replicas[++turn % replicas.length]!.url,
    disturbances: ['restart', 'kill', 'pause', 'restart the store', 'fill the store', 'forget scripts'],
    disturb: (disturbance) => disturbances[disturbance](turn % replicas.length),
    [Symbol.asyncDispose]: async () => {
      for (const replica of replicas) await replica.process[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    },
  };
}

interface StartedEmulator {
  readonly process: SpawnedProcess;
  readonly url: string;
}

async function startedEmulator(parameters: readonly string[], main = MAIN, skew = 0): Promise<StartedEmulator> {
  const source = `const now = Date.now; Date.now = () => now() + ${skew};`;
  const skewed = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
  const emulator = new SpawnedProcess(
    process.execPath,
    [main, 'start', '--port', '0', '--fixture', 'empty', '--log', 'json', ...parameters],
    { cwd: import.meta.dirname, env: { ...environmentWithoutSettings(), ...(skew !== 0 && skewed) } },
  );
  const { url } = await readyLine(emulator);
  return { process: emulator, url };
}
