/** An emulator in a program, on a port of its own. */

import type { AddressInfo } from 'node:net';
import { assemble } from './compose.js';
import type { EmulatorHooks } from './emulator-hooks.js';
import { EmulatorControl } from './control/emulator-control.js';
import type { SandboxControl } from './control/sandbox-control.js';
import { clientUrl, schemeOf } from './addresses.js';
import {
  type CompleteOptions,
  completeOptions,
  type EmulatorOptions,
  OptionsError,
  type SandboxOptions,
} from './options.js';
import { exportSandboxes, importSandboxes, refuseUnwritable } from './control/state/saved-sandboxes.js';
import type { Sandbox } from './domain/sandbox/sandbox.js';
import { machineClock } from './domain/time/clock.js';
import type { Network } from './domain/tokens/access-tokens.js';
import { callerOf } from './injection/caller.js';
import { RunFolder } from './injection/run-folder.js';
import { RunSandboxes } from './injection/run-sandboxes.js';
import { OwnApplication } from './own-application.js';
import { urlOf } from './platform/emulator-url.js';
import { closeGracefully, drainConnections, listen } from './platform/listening.js';
import { identityFor } from './server-identity.js';
import { refusedMembers, type RedisUrl, type RefusedMembers } from './shared-emulator.js';
import { createAppServer } from './service/server.js';
import { isRedisUrl, openStore, type OpenStore } from './store/open-store.js';

/** A running emulator. */
export interface Emulator {
  /** The `{base_url}` of the specification (section 4.1): scheme, host and port, or the option `publicUrl`. */
  readonly url: string;
  /** Where it listens, as this machine reaches it. Another address than `url` with the option `publicUrl`. */
  readonly localUrl: string;
  /** What clients have to trust if the emulator made its TLS certificate, as PEM. Absent otherwise. */
  readonly authority?: string;
  /** What every API path is relative to: `{base_url}/api/v1`. */
  readonly apiUrl: string;
  /** The token endpoint. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly network: Network;
  /** Seed of the default sandbox. */
  readonly seed: number;
  /** Number of generated parties of the default sandbox. */
  readonly population: number;
  /** The sandbox with these credentials: reads and changes everything while the emulator runs. */
  readonly defaultSandbox: SandboxControl;
  /**
   * Opens a sandbox: an institution with its own credentials, world, clock and journal.
   * @throws OptionsError or DocumentError if an option is not valid; Problem if its client ID is taken
   */
  sandbox(options?: SandboxOptions): SandboxControl;
  /** All open sandboxes, the default one first. */
  sandboxes(): SandboxControl[];
  /**
   * Stops listening, waits up to 900 ms (with a store in Redis 10 s) for requests in flight, and writes the state of the sandboxes if `exportOnExit`
   * is set.
   */
  close(options?: CloseOptions): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Options of {@link Emulator.close}. */
export interface CloseOptions {
  /**
   * Seconds in which requests are served still, while `/_emulator/health/ready` says 503 and each response ends its
   * connection, so that a load balancer sends them elsewhere. Default: 0.
   */
  readonly drain?: number;
  /** Aborted: the emulator drains no longer, and cuts requests in flight off. Default: none. */
  readonly signal?: AbortSignal;
}

/**
 * Starts an emulator. Several emulators can run in one process; they share no state.
 * @throws OptionsError, DocumentError or SigningKeyError if an option is not valid; StoreError if the store cannot be
 *   used; an error with `code` (such as EADDRINUSE) if it cannot listen
 */
export function startEmulator(
  options: EmulatorOptions & { readonly store: RedisUrl },
  hooks?: EmulatorHooks,
): Promise<SharedEmulator>;
export function startEmulator(options?: EmulatorOptions, hooks?: EmulatorHooks): Promise<Emulator>;
export function startEmulator(options: EmulatorOptions = {}, hooks: EmulatorHooks = {}): Promise<Emulator> {
  return startInRun(options, hooks, runOfProcess(startEmulator));
}

/** Nobody closes a store that many share, so unused sandboxes leave it after a day. */
const SHARED_IDLE_SECONDS = 86_400;

function withSharedDefaults(options: EmulatorOptions): EmulatorOptions {
  const { store, sandboxIdleTtl = SHARED_IDLE_SECONDS } = options;
  return store !== undefined && isRedisUrl(store) ? { ...options, sandboxIdleTtl } : options;
}

/** @throws OptionsError if sandboxes that others use were to be written at the end of one emulator */
function refuseSharedExport({ store, exportOnExit }: CompleteOptions): void {
  if (exportOnExit !== undefined && store !== undefined && isRedisUrl(store))
    throw new OptionsError(
      `option exportOnExit: expected none with the store ${store}, which others go on with; read GET /_emulator/sandboxes/{id}/state`,
    );
}

/** @throws OptionsError because nothing would be injected into a default sandbox that an earlier run has left in a store */
function refuseStoreInRun({ store }: CompleteOptions): void {
  if (store !== undefined)
    throw new OptionsError(
      `option store: expected none while failures are injected (audit, exec --inject), because each run begins anew; found ${JSON.stringify(store)}`,
    );
}

/** A running emulator whose sandboxes are reached over HTTP alone. */
export type SharedEmulator = Omit<Emulator, keyof RefusedMembers>;

/** A run, and the label of an emulator that takes part in it: `default`, or the file that starts it. */
export interface RunMembership {
  readonly folder: RunFolder;
  readonly label: string;
}

/** The run that the environment of this process names. @param started the function whose caller starts the emulator */
export function runOfProcess(started: (...parameters: never[]) => unknown): RunMembership | undefined {
  const folder = RunFolder.ofEnvironment(process.env);
  return folder && { folder, label: callerOf(started) ?? 'default' };
}

/** Starts an emulator that takes part in a run: see {@link startEmulator}. */
export async function startInRun(
  options: EmulatorOptions,
  hooks: EmulatorHooks,
  membership: RunMembership | undefined,
): Promise<Emulator> {
  const complete = completeOptions(withSharedDefaults(options));
  refuseSharedExport(complete);
  if (membership !== undefined) refuseStoreInRun(complete);
  if (complete.exportOnExit !== undefined) refuseUnwritable(complete.exportOnExit);
  const store =
    complete.store === undefined ? undefined : await openStore(complete.store, complete.storeSync, machineClock());
  try {
    return await startWith(complete, hooks, { membership, store });
  } catch (error) {
    // What could not be stored matters less than why there is no emulator.
    await store?.close().catch(() => undefined);
    throw error;
  }
}

/** Other clients go on with other replicas meanwhile, so those of this one are waited for. */
const SHARED_GRACE_MILLISECONDS = 10_000;

async function startWith(
  complete: CompleteOptions,
  hooks: EmulatorHooks,
  { membership, store }: { readonly membership: RunMembership | undefined; readonly store: OpenStore | undefined },
): Promise<Emulator> {
  const { onExchange, beforeForgetting, ...others } = hooks;
  const followed = new WeakMap<Sandbox, SandboxControl>();
  const { service, control, run } = assemble(complete, {
    ...others,
    store,
    run: membership && ((catalogue) => new RunSandboxes(membership.folder, membership.label, catalogue)),
    onExchange:
      onExchange &&
      ((record, sandbox) => {
        // A request may end after its sandbox was removed.
        if (!control.register.has(sandbox.id)) return;
        const shown = followed.get(sandbox) ?? emulator.sandbox(sandbox.id);
        followed.set(sandbox, shown);
        onExchange(shown.journal.outline(record), shown);
      }),
    beforeForgetting: (id) => {
      const sandbox = emulator.sandbox(id);
      if (run?.wantsBundles === true) keepBundle(run, sandbox);
      beforeForgetting?.(sandbox);
    },
  });
  // Known when it listens. An import resets the default sandbox before.
  let url = '';
  const emulator = new EmulatorControl(control, () => url);
  const isFirst = control.shared === undefined || (await control.shared.start());
  // What the others have already is newer.
  if (complete.import !== undefined && isFirst) importSandboxes(complete.import, control);
  await control.keeper?.allStored();
  const identity = await identityFor(complete);
  const app = new OwnApplication(service, control, complete);
  const server = createAppServer(app, service.connections, identity);
  await listen(server, complete);
  const { port } = server.address() as AddressInfo;
  url = clientUrl(complete, port);
  const localUrl = urlOf(complete.host, port, schemeOf(complete));
  run?.listens(localUrl);
  const defaultSandbox = emulator.sandbox('default');
  const { seed, population } = defaultSandbox.show();
  let closed: Promise<void> | undefined;
  const end = async ({ drain = 0, signal }: CloseOptions): Promise<void> => {
    control.lifecycle.isEnding = true;
    if (drain > 0) await drainConnections(app, drain, signal);
    // Those who follow a journal would be waited for.
    control.journals.end(control.register.inMemory());
    await closeGracefully(server, { app, grace: control.shared && SHARED_GRACE_MILLISECONDS, signal });
    // What was cut off goes into the journals, too.
    await service.unfinished.over();
    try {
      if (run?.wantsBundles === true) for (const sandbox of emulator.sandboxes()) keepBundle(run, sandbox);
      if (complete.exportOnExit !== undefined) exportSandboxes(complete.exportOnExit, emulator.sandboxes(), control);
    } finally {
      await control.keeper?.close();
    }
  };
  const close = (options: CloseOptions = {}): Promise<void> => (closed ??= end(options));
  const started = {
    url,
    localUrl,
    ...(identity?.authority !== undefined && { authority: identity.authority }),
    apiUrl: defaultSandbox.apiUrl,
    tokenUrl: defaultSandbox.tokenUrl,
    clientId: defaultSandbox.clientId,
    clientSecret: defaultSandbox.clientSecret,
    network: complete.network,
    seed,
    population,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
  if (control.shared !== undefined) return Object.assign(refusedMembers(url), started);
  return {
    ...started,
    defaultSandbox,
    sandbox: (sandboxOptions = {}) => emulator.open(sandboxOptions),
    sandboxes: () => emulator.sandboxes(),
  };
}

function keepBundle(run: RunSandboxes, sandbox: SandboxControl): void {
  if (sandbox.requests({ limit: 1 }).length > 0) run.keep({ id: sandbox.id }, sandbox.bundle());
}
