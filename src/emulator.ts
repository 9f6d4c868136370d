/** An emulator in a program: started on a port of its own, or mounted into another application. */

import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assemble } from './compose.js';
import { EmulatorControl } from './control/emulator-control.js';
import type { SandboxControl } from './control/sandbox-control.js';
import { type SandboxOptions, completeOptions, type EmulatorHooks, type EmulatorOptions } from './options.js';
import { exportSandboxes, importSandboxes, refuseUnwritable } from './control/saved-sandboxes.js';
import type { Network } from './domain/tokens/access-tokens.js';
import { urlOf } from './platform/emulator-url.js';
import { closeGracefully, listen } from './platform/listening.js';
import { createAppServer } from './service/server.js';

/** A running emulator. */
export interface Emulator {
  /** Scheme, host and port: the `{base_url}` of the specification (section 4.1). */
  readonly url: string;
  /** What every API path is relative to: `{base_url}/api/v1`. */
  readonly apiUrl: string;
  /** The token endpoint. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly network: Network;
  /** The sandbox of those credentials: everything that can be asked and changed while the emulator runs. */
  readonly defaultSandbox: SandboxControl;
  /**
   * Opens a sandbox: an institution with credentials, world, clock and journal of its own.
   * @throws OptionsError, DocumentError where it cannot be set up as asked; Problem where its client ID is taken
   */
  sandbox(options?: SandboxOptions): SandboxControl;
  /** Every sandbox that is open, the default one first. */
  sandboxes(): SandboxControl[];
  /** Stops listening; requests in flight are answered, for 900 ms at most. Writes the state of the sandboxes where `exportOnExit` says so. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an emulator. Several run side by side in one process and share nothing that changes.
 * @throws OptionsError, DocumentError, SigningKeyError where it cannot be set up as asked; an error with `code`
 *   EADDRINUSE or the like where it cannot listen
 */
export async function startEmulator(options: EmulatorOptions = {}, hooks: EmulatorHooks = {}): Promise<Emulator> {
  const complete = completeOptions(options);
  const { app, service, control } = assemble(complete, hooks);
  if (complete.import !== undefined) importSandboxes(complete.import, control);
  if (complete.exportOnExit !== undefined) refuseUnwritable(complete.exportOnExit);
  const server = createAppServer(app, service.connections);
  await listen(server, complete);
  const url = urlOf(complete.host, (server.address() as AddressInfo).port);
  const emulator = new EmulatorControl(control, () => url);
  const defaultSandbox = emulator.sandbox('default');
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    // Those who follow a journal would be waited for.
    control.journals.end(control.register.all());
    return (closed ??= closeGracefully(server, app).then(() => {
      if (complete.exportOnExit !== undefined) exportSandboxes(complete.exportOnExit, emulator.sandboxes(), control);
    }));
  };
  return {
    url,
    apiUrl: defaultSandbox.apiUrl,
    tokenUrl: defaultSandbox.tokenUrl,
    clientId: defaultSandbox.clientId,
    clientSecret: defaultSandbox.clientSecret,
    network: complete.network,
    defaultSandbox,
    sandbox: (sandboxOptions = {}) => emulator.open(sandboxOptions),
    sandboxes: () => emulator.sandboxes(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * The emulator as an Express app, for those who mount it in one of their own; `port`, `host` and `exportOnExit` mean
 * nothing here.
 * @throws OptionsError, DocumentError, SigningKeyError
 */
export function createEmulatorApp(options: EmulatorOptions = {}, hooks: EmulatorHooks = {}): RequestListener {
  const complete = completeOptions(options);
  const { app, control } = assemble(complete, hooks);
  if (complete.import !== undefined) importSandboxes(complete.import, control);
  return app;
}
