/**
 * Starts the emulators of a run with `TEST_STORE`. Each has a store of its own, which is empty, and is configured so that
 * its responses have to be those of an emulator in memory, byte for byte.
 */

import { join } from 'node:path';
import {
  startEmulator as startOne,
  type Emulator,
  type EmulatorHooks,
  type EmulatorOptions,
} from '../../../src/index.js';
import { developmentKey } from '../../../src/emulator/domain/tokens/signing-key.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { startBehindProxy } from './start-behind-proxy.js';
import { storeOfRun, type TestedStore } from './store-of-run.js';

type Start = (options: EmulatorOptions, hooks: EmulatorHooks, folder: string) => Promise<Emulator>;

const STARTS: Readonly<Record<TestedStore, Start>> = {
  folder: (options, hooks, folder) => startOne({ ...options, store: join(folder, 'store') }, hooks),
  redis: startBehindProxy,
};

/** Takes the place of `startEmulator`. What has a store already stays as it is. */
export async function startInStore(options: EmulatorOptions = {}, hooks: EmulatorHooks = {}): Promise<Emulator> {
  if (options.store !== undefined) return startOne(options, hooks);
  const folder = await temporaryFolder({
    'key.pem': developmentKey().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  try {
    const start = STARTS[storeOfRun()];
    const emulator = await start(asInMemory(options, join(folder.path, 'key.pem')), hooks, folder.path);
    const close = once(async () => {
      try {
        await emulator.close();
      } finally {
        await folder[Symbol.asyncDispose]();
      }
    });
    return { ...emulator, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

function asInMemory(options: EmulatorOptions, keyFile: string): EmulatorOptions {
  const { signingKey, controlToken, sandboxSecret } = options;
  const isSeeded = signingKey === undefined && controlToken === undefined;
  return {
    ...options,
    signingKey: signingKey ?? keyFile,
    ...(sandboxSecret === undefined && isSeeded && { sandboxSecret: 'seeded' }),
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | undefined;
  return () => (working ??= work());
}
