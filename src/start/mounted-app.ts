/** An emulator that is mounted into another application. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { application } from './application.js';
import { assemble } from './compose.js';
import type { EmulatorHooks } from '../emulator/emulator-hooks.js';
import { runOfProcess } from './run-membership.js';
import { completeOptions, OptionsError } from '../emulator/complete-options.js';
import type { EmulatorOptions } from '../emulator/options.js';

/** Callbacks of {@link createEmulatorApp}. */
export type MountedHooks = Pick<EmulatorHooks, 'onInternalError' | 'onWarning'>;

/** Options of {@link createEmulatorApp}. Without a store: to open one takes time, and the function returns at once. */
export type MountedOptions = Omit<EmulatorOptions, 'store'>;

/**
 * An Express application. Its types need no package: it is a handler for `http.createServer()`, and for `use()` of
 * Express, Connect and everything like them.
 */
export interface EmulatorApp {
  (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void): void;
  /** Listens with a server of `node:http`. */
  listen(port?: number, listener?: () => void): Server;
  listen(port: number, host: string, listener?: () => void): Server;
}

/**
 * The emulator as an Express application, for those who mount it in one of their own. It may be mounted behind parsers
 * that have read the body, such as `express.json()`. The options `port`, `host` and those of TLS mean nothing here.
 * @throws OptionsError, DocumentError, SigningKeyError
 * @example
 * const app = express();
 * app.use(createEmulatorApp());
 * app.listen(4010);
 */
export function createEmulatorApp(options: MountedOptions = {}, hooks: MountedHooks = {}): EmulatorApp {
  const complete = completeOptions(options);
  if (complete.store !== undefined)
    throw new OptionsError('option store: expected none for a mounted emulator, which keeps its sandboxes in memory');

  const { service, control } = assemble(complete, { ...hooks, membership: runOfProcess(createEmulatorApp) });

  return application(service, control, complete);
}
