/** An emulator in a program, on a port of its own. */

import { EmulatorControl } from '../emulator/control/methods/emulator-control.js';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { EmulatorHooks } from '../emulator/emulator-hooks.js';
import { type ListeningEmulator, type ServerHooks, startServer } from './emulator-server.js';
import type { EmulatorOptions, SandboxOptions } from '../emulator/options.js';
import { type RunMembership, runOfProcess } from './run-membership.js';
import { withPacts } from '../pact/generate/pact-from-journal.js';

/** A running emulator. */
export interface Emulator extends ListeningEmulator {
  /** The sandbox with these credentials: reads and changes everything while the emulator runs. */
  readonly defaultSandbox: SandboxControl;
  /**
   * Opens a sandbox: an institution with its own credentials, world, clock and journal.
   * @throws OptionsError or DocumentError if an option is not valid; Problem if its client ID is taken; Error after
   * `close()`
   */
  sandbox(options?: SandboxOptions): SandboxControl;
  /** All open sandboxes, the default one first. */
  sandboxes(): SandboxControl[];
}

/** The URL of a Redis: `redis://localhost:6379`, `rediss://user:password@redis.example.com:6380/2`. */
export type RedisUrl = `redis://${string}` | `rediss://${string}`;

/**
 * A running emulator that shares its store with others. It has no methods for sandboxes: another emulator may have the
 * newest state of a sandbox, and a method that returns at once cannot wait for it. Use the control plane over HTTP.
 */
export type SharedEmulator = ListeningEmulator;

/**
 * Starts an emulator. Several emulators can run in one process; they share no state.
 * @throws OptionsError, DocumentError or SigningKeyError if an option is not valid; StoreError if the store cannot be
 *   used; an error with `code` (such as EADDRINUSE) if it cannot listen
 * @example
 * await using emulator = await startEmulator({ port: 0 });
 * const sandbox = emulator.sandbox();
 * sandbox.use('rate-limit-burst', { burst: 1 });
 * await yourClient(emulator.apiUrl, emulator.tokenUrl, sandbox.clientId, sandbox.clientSecret);
 * console.log(sandbox.requests());
 */
export function startEmulator(
  options: EmulatorOptions & { readonly store: RedisUrl },
  hooks?: EmulatorHooks,
): Promise<SharedEmulator>;
export function startEmulator(options?: EmulatorOptions, hooks?: EmulatorHooks): Promise<Emulator>;
export function startEmulator(options: EmulatorOptions = {}, hooks: EmulatorHooks = {}): Promise<Emulator> {
  return startInRun(options, hooks, runOfProcess(startEmulator));
}

/** Starts an emulator that takes part in a run: see {@link startEmulator}. */
export async function startInRun(
  options: EmulatorOptions,
  { onExchange, ...hooks }: EmulatorHooks & Pick<ServerHooks, 'onRefusedConnection'>,
  membership: RunMembership | undefined,
): Promise<Emulator> {
  const serverHooks: ServerHooks = {
    ...hooks,
    // The first exchange comes after the server has started, when the methods below are known.
    onExchange: onExchange && ((outline, { id }) => onExchange(outline(), methods.sandbox(id))),
  };
  const { emulator, control } = await startServer(options, serverHooks, membership);
  const methods = new EmulatorControl(withPacts(control), () => emulator.url);

  // If the store is a Redis, `startEmulator` declares the result as a `SharedEmulator`.
  if (control.shared !== undefined) return emulator as Emulator;

  return {
    ...emulator,
    defaultSandbox: methods.sandbox('default'),
    sandbox: (sandboxOptions = {}) => {
      if (control.holds.isOff) throw new Error('The emulator is closed, and opens no sandbox; start another one.');
      return methods.open(sandboxOptions);
    },
    sandboxes: () => methods.sandboxes(),
  };
}
