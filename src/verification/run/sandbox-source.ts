/** Where the sandboxes of a verification come from: an emulator of its own, or one that runs already. */

import type { SandboxOptions } from '../../options.js';
import { startEmulator } from '../../emulator.js';
import type { StateSandbox } from '../../pact/states/state-sandbox.js';
import { findRemoteSandbox, openRemoteSandbox } from '../../control/client/remote-sandbox.js';

type Awaitable<T> = T | Promise<T>;

/** A sandbox that is there for one interaction. */
export interface TrialSandbox extends StateSandbox {
  readonly id: string;
  remove(): Awaitable<void>;
}

export interface SandboxSource {
  /** Scheme, host and port of the emulator. */
  readonly url: string;
  /** The `Host` of requests, where links in answers are not to have the port. Default: that of the URL. */
  readonly host?: string;
  open(options: SandboxOptions): Awaitable<TrialSandbox>;
  close(): Promise<void>;
}

/** What all sandboxes of a verification have in common. */
export type CommonOptions = Pick<SandboxOptions, 'revision' | 'variants'>;

/** An emulator that runs already. @throws Error where there is none */
export async function runningEmulator(
  url: string,
  controlToken: string | undefined,
  common: CommonOptions,
): Promise<SandboxSource> {
  const access = { url, ...(controlToken !== undefined && { controlToken }) };
  // Asked at once, so that a wrong address is told once and not of every interaction.
  await findRemoteSandbox(access, 'default');
  return {
    url,
    open: (options) => openRemoteSandbox(access, { now: NOW, ...common, ...options }),
    close: () => Promise.resolve(),
  };
}

/** Answers with times in them are the same in every verification. */
const NOW = '2026-01-31T09:00:00.000Z';

/** An emulator on a free port, for this verification alone. */
export async function ownEmulator(common: CommonOptions): Promise<SandboxSource> {
  const emulator = await startEmulator({ port: 0, now: NOW, sandboxIdleTtl: 0, journalSize: 10 });
  return {
    url: emulator.url,
    host: 'id-emulator',
    open: (options) => emulator.sandbox({ ...common, ...options }),
    close: () => emulator.close(),
  };
}
