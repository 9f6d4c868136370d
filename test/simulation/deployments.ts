/** Emulators as their users start them: processes that can end at any moment. */

import { MAIN, environmentWithoutSettings, readyLine } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';

/** Something that may happen to a deployment at any time. What was answered before must not be lost. */
export type Disturbance = 'restart' | 'kill';

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

interface StartedEmulator {
  readonly process: SpawnedProcess;
  readonly url: string;
}

async function startedEmulator(parameters: readonly string[]): Promise<StartedEmulator> {
  const process = new SpawnedProcess(
    globalThis.process.execPath,
    [MAIN, 'start', '--port', '0', '--fixture', 'empty', '--log', 'json', ...parameters],
    { cwd: import.meta.dirname, env: environmentWithoutSettings() },
  );
  const { url } = await readyLine(process);
  return { process, url };
}
