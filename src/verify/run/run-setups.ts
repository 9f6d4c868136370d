/**
 * Prepares runs: opens a sandbox for each run, in a new or in a running emulator, and sets up the provider states
 * before the request of the run is sent.
 */

import { setImmediate } from 'node:timers/promises';
import type { Awaitable } from '../../common/awaitable.js';
import { nearest } from '../../contract/suggestions.js';
import type { SandboxOptions } from '../../emulator/options.js';
import type { ProviderState, SandboxOpening } from '../../pact/states/provider-state.js';
import { statesOfInteraction } from '../../pact/states/set-up-states.js';
import type { SetUp, StatesInSandbox, StatesOfInteraction } from '../../pact/states/set-up-states.js';
import type { StateSandbox } from '../../pact/states/state-sandbox.js';
import { findRemoteSandbox, openRemoteSandbox, type RemoteSandbox } from '../../remote/remote-sandbox.js';
import { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { RemoteEmulatorError } from '../../remote/remote-emulator-error.js';
import { startEmulator } from '../../start/emulator.js';
import { LEFT_BY_VERIFICATION, openInPlace } from './open-in-place.js';
import type { Run } from './run.js';

/** The sandbox of a run, with its provider states set up. */
export type RunSetup = StatesInSandbox<RunSandbox>;

/**
 * The sandboxes of runs and their states. The order for each run: {@link open}, {@link setupFor} once or more,
 * {@link afterResponse}, {@link remove}.
 */
export class RunSetups {
  readonly #source: SandboxSource;
  readonly #registry: readonly ProviderState[];
  /** By run ID. */
  readonly #states = new Map<string, StatesOfInteraction<RunSandbox>>();

  constructor(source: SandboxSource, registry: readonly ProviderState[]) {
    this.#source = source;
    this.#registry = registry;
  }

  /**
   * Opens the sandboxes of runs, one after the other. The fixed order keeps verifications equal: sandbox IDs appear in
   * tokens and links, and runs do not always start in the same order. In a shared emulator, each sandbox is opened when
   * its run begins.
   */
  async open(runs: readonly Run[]): Promise<void> {
    if (this.#source.isShared) return;

    for (const run of runs) {
      // A sandbox that cannot be opened fails this run only.
      await this.#statesOf(run)
        .sandbox()
        .catch(() => undefined);
      // Compiling the contract of a variant takes long, so signals are handled between two sandboxes.
      await setImmediate();
    }
  }

  /**
   * The setup of a run. The first call sets up the provider states.
   * @throws Error if the sandbox could not be opened or a provider state could not be set up
   */
  async setupFor(run: Run): Promise<RunSetup> {
    const setup = await this.#statesOf(run).setUp();
    refuseUnknownValues(run.interaction.stateExpressions, setup.setUp.values);

    return setup;
  }

  /** Where the inspector shows the sandbox of a run; undefined if the sandbox does not stay. */
  async inspectorOf(run: Run): Promise<string | undefined> {
    const sandbox = run.isKept ? await this.#opened(run) : undefined;
    return sandbox && `${this.#source.url}/_emulator/#/${encodeURIComponent(sandbox.id)}/exchanges`;
  }

  /** In a shared emulator, removes a sandbox that does not stay: nothing more is sent to it. */
  async afterResponse(run: Run): Promise<void> {
    if (this.#source.isShared && !run.isKept) await this.remove([run]);
  }

  /** Removes the sandboxes of runs. */
  async remove(runs: readonly Run[]): Promise<void> {
    for (const run of runs) {
      const sandbox = await this.#opened(run);
      this.#states.delete(run.id);
      if (!run.isKept) await sandbox?.remove();
    }
  }

  /** The sandbox; undefined if none was opened. */
  async #opened({ id }: Run): Promise<RunSandbox | undefined> {
    return await this.#states
      .get(id)
      ?.sandbox()
      .catch(() => undefined);
  }

  #statesOf(run: Run): StatesOfInteraction<RunSandbox> {
    const existing = this.#states.get(run.id);
    if (existing !== undefined) return existing;

    const states = statesOfInteraction(run.states, this.#registry, (opening) => this.#openSandbox(run, opening));
    this.#states.set(run.id, states);
    return states;
  }

  async #openSandbox({ variants, interaction, isKept }: Run, opening: SandboxOpening): Promise<RunSandbox> {
    const options = { ...opening, ...(variants !== undefined && { variants }) };
    if (!isKept || this.#source.keep === undefined) return await this.#source.open(options);

    return await this.#source.keep({ ...options, name: interaction.description.slice(0, LONGEST_NAME) });
  }
}

/** @throws Error if an expression uses a value that no state returns: the verifier would send the example instead */
function refuseUnknownValues(expressions: readonly string[], values: SetUp['values']): void {
  // An expression is a name, or a text with names: `/check/${token}`.
  const names = expressions.flatMap((expression) => {
    const inside = [...expression.matchAll(/\$\{([^{}]*)\}/g)].map(([, name = '']) => name.trim());
    return inside.length > 0 ? inside : [expression];
  });
  const missing = names.find((name) => !Object.hasOwn(values, name));
  if (missing === undefined) return;

  const returned = Object.keys(values);
  const message = `no provider state returns the value "${missing}"`;
  if (returned.length === 0) throw new Error(`${message}: the interaction has no state that returns values`);

  throw new Error(`${message}${nearest(missing, returned)}; its states return ${returned.join(', ')}`);
}

/** A sandbox for one run: what the states set up, and what ends it. */
export interface RunSandbox extends StateSandbox {
  readonly scenarios: StateSandbox['scenarios'] & { readonly stopAll: () => Awaitable<unknown> };
  remove(): Awaitable<void>;
}

export interface SandboxSource {
  /** Scheme, host and port of the emulator. */
  readonly url: string;
  /**
   * The `Host` header of requests. A fixed one keeps the port out of links in responses. Default: the host of the URL.
   */
  readonly host?: string;
  /**
   * Whether a sandbox exists only during its run, because other people also use the emulator, and it limits the number
   * of sandboxes. Otherwise all sandboxes are opened before, so that each verification opens the same ones.
   */
  readonly isShared: boolean;
  open(options: SandboxOptions): Awaitable<RunSandbox>;
  /** Opens a sandbox that stays after the verification. Default: none can, because the emulator ends then. */
  keep?(options: SandboxOptions): Promise<RunSandbox>;
  /** @throws RemoteEmulatorError if the emulator is not there any more */
  check(): Promise<unknown>;
  /** Removes the open sandboxes. */
  close(): Promise<void>;
}

/** Seconds until an emulator removes the sandboxes of a verification that was killed. */
export const LEASE = 300;

/** Seconds without use until a kept sandbox is removed: a working day. */
const KEPT_TTL = 28_800;
/** The longest name of a sandbox, in characters. */
const LONGEST_NAME = 200;

/** The time in every sandbox, so that responses with times are the same in every verification. */
const NOW = '2026-01-31T09:00:00.000Z';

/**
 * Uses an emulator that already runs.
 * @param defaults options of every sandbox, which those of a run override
 * @throws Error if there is no emulator at this URL
 */
export async function runningEmulator(
  url: string,
  controlToken: string | undefined,
  defaults: SandboxOptions,
): Promise<SandboxSource> {
  const access = { url, ...(controlToken !== undefined && { controlToken }) };
  const check = (): Promise<unknown> => findRemoteSandbox(access, 'default');
  // Checks the address once, instead of failing every interaction.
  await check();

  const openings = new Set<Promise<RemoteSandbox>>();
  const keptIds = new Set<string>();
  // A sandbox waits unused while others of its pact run. Showing it four times in a lease renews the lease.
  const renew = (): void => {
    for (const opening of openings) opening.then((sandbox) => sandbox.show()).catch(() => undefined);
  };

  const renewal = setInterval(renew, (LEASE * 1_000) / 4).unref();

  return {
    url,
    isShared: true,
    check,
    open: async (options) => {
      const opening = openRemoteSandbox(access, { now: NOW, idleTtl: LEASE, ...defaults, ...options });
      const forget = (): unknown => openings.delete(opening);
      openings.add(opening);
      opening.catch(forget);

      const sandbox = await opening;

      return { ...sandbox, remove: () => sandbox.remove().catch(unlessGone).finally(forget) };
    },
    keep: async (options) => {
      const labels = { [LEFT_BY_VERIFICATION.name]: LEFT_BY_VERIFICATION.value };
      const ofKept = { now: NOW, idleTtl: KEPT_TTL, labels, ...defaults, ...options };
      const client = new ControlPlaneClient(access);
      const sandbox = await openInPlace(client, keptIds, () => openRemoteSandbox(access, ofKept));
      keptIds.add(sandbox.id);

      return sandbox;
    },
    close: async () => {
      clearInterval(renewal);
      await Promise.allSettled([...openings].map(async (opening) => (await opening).remove()));
    },
  };
}

/** If the emulator has ended, its sandboxes are gone, and the results of the verification still count. */
function unlessGone(error: unknown): void {
  if (!(error instanceof RemoteEmulatorError)) throw error;
}

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
