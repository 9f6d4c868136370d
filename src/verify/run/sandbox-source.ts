/** The emulators in which the sandboxes of runs are opened: one for the verification alone, or a running one. */

import type { Awaitable } from '../../common/awaitable.js';
import { withoutUndefined } from '../../common/json.js';
import type { Schemas } from '../../emulator/control/documents.js';
import type { SandboxOptions } from '../../emulator/options.js';
import type { StateSandbox } from '../../pact/states/state-sandbox.js';
import { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { RemoteEmulatorError } from '../../remote/remote-emulator-error.js';
import { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from '../../remote/remote-sandbox.js';
import { startEmulator } from '../../start/emulator.js';
import { shippedVariants } from '../../start/shipped.js';

/** A sandbox for one run. Beside what states need, it has what ends scenarios and the sandbox itself. */
export interface RunSandbox extends StateSandbox {
  readonly scenarios: StateSandbox['scenarios'] & { readonly stopAll: () => Awaitable<unknown> };
  remove(): Awaitable<void>;
}

/** The emulator in which the sandboxes of runs are opened. */
export interface SandboxSource {
  /** Scheme, host and port of the emulator. */
  readonly url: string;
  /** The `Host` header. A fixed host keeps the port out of links in responses. Default: the host of the URL. */
  readonly host?: string;
  /**
   * Whether a sandbox exists only during its run, because other people use the emulator, which limits the number of
   * sandboxes. Otherwise all sandboxes are opened in advance, so that each verification opens equal sandboxes.
   */
  readonly isShared: boolean;
  open(options: SandboxOptions): Awaitable<RunSandbox>;
  /** Opens a sandbox that stays after the verification. Default: none can, because the emulator ends. */
  keep?(options: SandboxOptions): Promise<RunSandbox>;
  /** Checks that the emulator still runs. @throws RemoteEmulatorError if it does not */
  check(): Promise<unknown>;
  /** Removes the open sandboxes. */
  close(): Promise<void>;
}

/** The time in every sandbox. It is fixed, so that times in responses are equal in every verification. */
const NOW = '2026-01-31T09:00:00.000Z';

/** Starts an emulator on a free port, for this verification only. @param defaults options of every sandbox */
export async function ownEmulator(defaults: SandboxOptions): Promise<SandboxSource> {
  const emulator = await startEmulator({ port: 0, now: NOW, sandboxIdleTtl: 0, journalSize: 10 });
  return {
    url: emulator.url,
    host: 'id-emulator',
    isShared: false,
    check: () => Promise.resolve(),
    open: (options) => emulator.sandbox({ ...defaults, ...options }),
    close: () => emulator.close(),
  };
}

/** Seconds until an emulator removes the sandboxes of a verification that was killed. */
const LEASE = 300;

/**
 * Uses an emulator that already runs.
 * @param chosen options of every sandbox. The options of a run override them
 * @throws Error if there is no emulator at this URL
 */
export async function runningEmulator(
  url: string,
  controlToken: string | undefined,
  chosen: SandboxOptions,
): Promise<SandboxSource> {
  const access = { url, ...withoutUndefined({ controlToken }) };
  const check = (): Promise<unknown> => findRemoteSandbox(access, 'default');
  // Checks the address once, instead of failing every interaction.
  await check();

  /** The sandboxes that are open or being opened. Those that stay are not among them. */
  const openSandboxes = new Set<Promise<RemoteSandbox>>();
  const keptIds = new Set<string>();
  // A sandbox may wait unused while other runs of its pact run. Showing it counts as use, and renews the lease.
  const renew = (): void => {
    for (const opening of openSandboxes) opening.then((sandbox) => sandbox.show()).catch(() => undefined);
  };

  const renewal = setInterval(renew, (LEASE * 1_000) / 4).unref();

  return {
    url,
    isShared: true,
    check,
    open: async (options) => {
      const opening = openRemoteSandbox(access, { idleTtl: LEASE, ...optionsWith(chosen, options) });
      const forget = (): unknown => openSandboxes.delete(opening);
      openSandboxes.add(opening);
      opening.catch(forget);

      const sandbox = await opening;
      // A new sandbox has the scenarios with which the emulator was started.
      await sandbox.scenarios.stopAll();

      return { ...sandbox, remove: () => sandbox.remove().catch(unlessGone).finally(forget) };
    },
    keep: async (options) => {
      const client = new ControlPlaneClient(access);
      await makeRoom(client, keptIds);
      const labels = { [LABEL.name]: LABEL.value };
      const sandbox = await openRemoteSandbox(access, { idleTtl: KEPT_TTL, labels, ...optionsWith(chosen, options) });
      keptIds.add(sandbox.id);
      await sandbox.scenarios.stopAll();

      return sandbox;
    },
    close: async () => {
      clearInterval(renewal);
      await Promise.allSettled([...openSandboxes].map(async (opening) => (await opening).remove()));
    },
  };
}

/**
 * The options of a sandbox in a running emulator. The emulator's own variants and scenarios would change what the pacts
 * are compared with, so the sandbox does not get them.
 */
function optionsWith(chosen: SandboxOptions, options: SandboxOptions): SandboxOptions {
  const ofContract = shippedVariants().map(({ point, default: own }) => [point, own] as const);
  const variants = { ...Object.fromEntries(ofContract), ...(options.variants ?? chosen.variants) };
  return { now: NOW, strict: false, ...chosen, ...options, variants };
}

/** Ignores that the emulator has ended: its sandboxes are gone, and the results of the verification still count. */
function unlessGone(error: unknown): void {
  if (!(error instanceof RemoteEmulatorError)) throw error;
}

/** The label of sandboxes that a verification leaves behind. */
const LABEL = { name: 'verification', value: 'failed' } as const;

/** How many sandboxes of failed interactions stay, across all verifications: the latest ones. */
export const MOST_KEPT = 20;

/** Seconds without use until a kept sandbox is removed: a working day. */
const KEPT_TTL = 28_800;

/**
 * Makes room for a further sandbox that stays. If there are too many, the oldest sandbox of an earlier verification is
 * removed, never one of this verification.
 * @param ownIds the IDs of the sandboxes of this verification
 */
async function makeRoom(client: ControlPlaneClient, ownIds: ReadonlySet<string>): Promise<void> {
  const query = { label: `${LABEL.name}=${LABEL.value}` };
  const { sandboxes } = await client.call<Schemas['SandboxList']>('listSandboxes', { query });
  const earlier = sandboxes.find(({ id }) => !ownIds.has(id));
  if (sandboxes.length >= MOST_KEPT && earlier !== undefined)
    await client.call('deleteSandbox', { sandbox: earlier.id });
}
