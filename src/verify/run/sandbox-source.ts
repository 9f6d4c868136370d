/** Opens the sandboxes of a verification: in an emulator of its own, or in a running one. */

import { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from '../../remote/remote-sandbox.js';
import type { SandboxOptions } from '../../emulator/options.js';
import { startEmulator } from '../../start/emulator.js';
import type { Awaitable, StateSandbox } from '../../pact/states/state-sandbox.js';

/** A sandbox for one run. */
export interface RunSandbox extends StateSandbox {
  readonly scenarios: StateSandbox['scenarios'] & { readonly stopAll: () => Awaitable<unknown> };
  remove(): Awaitable<void>;
}

export interface SandboxSource {
  /** Scheme, host and port of the emulator. */
  readonly url: string;
  /** The `Host` header of requests; a fixed one keeps the port out of links in responses. Default: that of the URL. */
  readonly host?: string;
  /**
   * Whether a sandbox is opened when its run begins, and removed when it ends: other people use the emulator, too, and it
   * has a limit. Otherwise all are opened before, so that each verification opens the same ones.
   */
  readonly isShared: boolean;
  open(options: SandboxOptions): Awaitable<RunSandbox>;
  /** Removes what is open. */
  close(): Promise<void>;
}

/** Options of every sandbox of a verification. */
export type SharedSandboxOptions = Pick<SandboxOptions, 'revision' | 'variants'>;

/** Seconds until an emulator removes the sandboxes of a verification that was killed. */
export const LEASE = 300;

/** The time in every sandbox, so that responses with times are the same in every verification. */
const NOW = '2026-01-31T09:00:00.000Z';

/**
 * Uses an emulator that already runs.
 * @throws Error if there is no emulator at this URL
 */
export async function runningEmulator(
  url: string,
  controlToken: string | undefined,
  shared: SharedSandboxOptions,
): Promise<SandboxSource> {
  const access = { url, ...(controlToken !== undefined && { controlToken }) };
  // Checks the address once, instead of failing every interaction.
  await findRemoteSandbox(access, 'default');
  const opened = new Map<string, Promise<RemoteSandbox>>();
  let places = 0;
  // A sandbox waits unused while others of its pact run, and so may outlive its lease.
  const renewal = setInterval(() => {
    for (const opening of opened.values()) opening.then((sandbox) => sandbox.show()).catch(() => undefined);
  }, LEASE * 250).unref();
  return {
    url,
    isShared: true,
    open: async (options) => {
      const place = String(places++);
      const opening = openRemoteSandbox(access, { now: NOW, idleTtl: LEASE, ...shared, ...options });
      opened.set(place, opening);
      try {
        const sandbox = await opening;
        return { ...sandbox, remove: () => sandbox.remove().finally(() => opened.delete(place)) };
      } catch (error) {
        opened.delete(place);
        throw error;
      }
    },
    close: async () => {
      clearInterval(renewal);
      await Promise.allSettled([...opened.values()].map(async (opening) => (await opening).remove()));
    },
  };
}

/** Starts an emulator on a free port, for this verification only. */
export async function ownEmulator(shared: SharedSandboxOptions): Promise<SandboxSource> {
  const emulator = await startEmulator({ port: 0, now: NOW, sandboxIdleTtl: 0, journalSize: 10 });
  return {
    url: emulator.url,
    host: 'id-emulator',
    isShared: false,
    open: (options) => emulator.sandbox({ ...shared, ...options }),
    close: () => emulator.close(),
  };
}
