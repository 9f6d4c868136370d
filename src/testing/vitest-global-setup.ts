/** A global setup for Vitest: one emulator for all workers. */

import type { TestProject } from 'vitest/node';
import type { EmulatorAddress } from '../remote/control-plane-client.js';
import { startEmulator } from '../start/emulator.js';
import type { EmulatorOptions } from '../emulator/options.js';

/** What `inject()` of Vitest takes to return the `EmulatorAddress` of the shared emulator. */
export const SHARED_EMULATOR = 'id-emulator';

/** Starts the emulator before the first test. Returns what stops it after the last one. */
export type EmulatorSetup = (project: TestProject) => Promise<() => Promise<void>>;

/**
 * Creates a global setup whose emulator has these options: the default export of a file that the option `globalSetup`
 * of Vitest names. Tests use it by `sharedTest` of `id-emulator/vitest`.
 */
export function emulatorSetup(options: EmulatorOptions = {}): EmulatorSetup {
  return async (project) => {
    const emulator = await startEmulator(options);
    const { controlToken } = options;
    const address: EmulatorAddress = { url: emulator.localUrl, ...(controlToken !== undefined && { controlToken }) };
    // The types of Vitest know the names that its user declares.
    project.provide(SHARED_EMULATOR as never, address as never);
    return () => emulator.close();
  };
}

/** The global setup whose emulator has the default options. */
const setup: EmulatorSetup = emulatorSetup();

export default setup;
