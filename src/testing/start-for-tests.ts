/** The emulator of a test file. */

import { loopbackExceptions } from '../common/platform/environment-proxy.js';
import type { EmulatorOptions } from '../emulator/options.js';
import { type Emulator, startEmulator } from '../start/emulator.js';

/**
 * Starts an emulator that the clients of this process reach through no proxy, as beside `exec`.
 * @param environment that of the clients, whose `NO_PROXY` is extended if it names a proxy. Default: of this process
 */
export async function startForTests(options?: EmulatorOptions, environment = process.env): Promise<Emulator> {
  Object.assign(environment, loopbackExceptions(environment));
  return await startEmulator(options);
}
