/** The emulator of a test file. */

import { loopbackExceptions } from '../common/platform/environment-proxy.js';
import type { EmulatorOptions } from '../emulator/options.js';
import { type Emulator, startEmulator } from '../start/emulator.js';

/**
 * Starts an emulator that clients reach without a proxy, as the command `exec` provides for its clients.
 * @param environment the environment of the clients. If it names a proxy, its `NO_PROXY` is extended. Default: that of
 * this process
 */
export async function startForTests(options?: EmulatorOptions, environment = process.env): Promise<Emulator> {
  Object.assign(environment, loopbackExceptions(environment));
  return await startEmulator(options);
}
