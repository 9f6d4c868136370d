/**
 * Prepares runs: opens a sandbox for each run, in a new or in a running emulator, and sets up the provider states
 * before the request of the run is sent.
 */

import { setImmediate } from 'node:timers/promises';
import type { Awaitable } from '../../common/awaitable.js';
import { withoutUndefined } from '../../common/json.js';
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
import { shippedVariants } from '../../start/shipped.js';
import { LEFT_BY_VERIFICATION, openInPlace } from './open-in-place.js';
import type { Run } from './run.js';

/** The sandbox of a run, with its provider states set up. */
export type RunSetup = StatesInSandbox<RunSandbox>;

/**
 * The sandboxes of runs, with their provider states. The order of the calls for each run: {@link open}, {@link
 * setupFor} once or more, {@link afterResponse}, {@link remove}.
 */
export class RunSetups {
  readonly #source: SandboxSource;
  readonly #registry: readonly ProviderState[];
  /** The sandbox and the states of each run, by run ID. */
  readonly #states = new Map<string, StatesOfInteraction<RunSandbox>>();

  constructor(source: SandboxSource, registry: readonly ProviderState[]) {
    this.#source = source;
    this.#registry = registry;
  }

  /**
   * Opens the sandboxes of runs, one after the other. The fixed order keeps responses equal in all verifications:
   * sandbox IDs appear in tokens and links. In a shared emulator, each sandbox is opened when its run begins.
   */
  async open(runs: readonly Run[]): Promise<void> {
    if (this.#source.isShared) return;

    for (const run of runs) {
      // A sandbox that cannot be opened fails this run only. Its error is thrown when the run is set up.
      await this.#opened(run, this.#statesOf(run));
      // Compiling the contract of a variant takes long. The pause lets the process handle signals between two
      // sandboxes.
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

  /** In a shared emulator, removes a sandbox that does not stay, because no more requests are sent to it. */
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

  /** The sandbox of a run; undefined if it was not opened, or could not be opened. */
  async #opened({ id }: Run, states = this.#states.get(id)): Promise<RunSandbox | undefined> {
    // The error of a sandbox that could not be opened was reported by its run.
    return await states?.sandbox().catch(() => undefined);
  }

  /** The states of a run, which are prepared when they are first needed. */
  #statesOf(run: Run): StatesOfInteraction<RunSandbox> {
    const existing = this.#states.get(run.id);
    if (existing !== undefined) return existing;

    const states = statesOfInteraction(run.states, this.#registry, (opening) => this.#openSandbox(run, opening));
    this.#states.set(run.id, states);
    return states;
  }

  /** Opens the sandbox of a run. One that stays is named after the interaction. */
  async #openSandbox({ variants, interaction, isKept }: Run, opening: SandboxOpening): Promise<RunSandbox> {
    const options = { ...opening, ...withoutUndefined({ variants }) };
    if (!isKept || this.#source.keep === undefined) return await this.#source.open(options);

    return await this.#source.keep({ ...options, name: interaction.description.slice(0, LONGEST_NAME) });
  }
}

/** Refuses expressions of values that no state returns: the verifier would silently send the example. @throws Error */
function refuseUnknownValues(expressions: readonly string[], values: SetUp['values']): void {
  // An expression is a name, or a text with names: `/check/${token}`.
  const names = expressions.flatMap((expression) => {
    const inText = [...expression.matchAll(/\$\{([^{}]*)\}/g)];
    return inText.length > 0 ? inText.map(([, name = '']) => name.trim()) : [expression];
  });
  const missing = names.find((name) => !Object.hasOwn(values, name));
  if (missing === undefined) return;

  const returned = Object.keys(values);
  const message = `no provider state returns the value "${missing}"`;
  if (returned.length === 0) throw new Error(`${message}: the interaction has no state that returns values`);

  throw new Error(`${message}${nearest(missing, returned)}; its states return ${returned.join(', ')}`);
}

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

/** Seconds until an emulator removes the sandboxes of a verification that was killed. */
export const LEASE = 300;

/** Seconds without use until a kept sandbox is removed: a working day. */
const KEPT_TTL = 28_800;
/** The longest name of a sandbox, in characters. */
const LONGEST_NAME = 200;

/** The time in every sandbox. It is fixed, so that times in responses are equal in every verification. */
const NOW = '2026-01-31T09:00:00.000Z';

/**
 * Uses an emulator that already runs. Its own variants and scenarios would change what the pacts are compared with, so
 * its sandboxes do not get them.
 * @param chosen options of every sandbox. The options of a run override them
 * @throws Error if there is no emulator at this URL
 */
export async function runningEmulator(
  url: string,
  controlToken: string | undefined,
  chosen: SandboxOptions,
): Promise<SandboxSource> {
  const optionsWith = (options: SandboxOptions): SandboxOptions => {
    const ofContract = shippedVariants().map(({ point, default: own }) => [point, own] as const);
    const variants = { ...Object.fromEntries(ofContract), ...(options.variants ?? chosen.variants) };
    return { now: NOW, strict: false, ...chosen, ...options, variants };
  };

  const access = { url, ...withoutUndefined({ controlToken }) };
  const check = (): Promise<unknown> => findRemoteSandbox(access, 'default');
  // Checks the address once, instead of failing every interaction.
  await check();

  const openings = new Set<Promise<RemoteSandbox>>();
  const keptIds = new Set<string>();
  // A sandbox may wait unused while other runs of its pact run. Showing it counts as use, and renews the lease.
  const renew = (): void => {
    for (const opening of openings) opening.then((sandbox) => sandbox.show()).catch(() => undefined);
  };

  const renewal = setInterval(renew, (LEASE * 1_000) / 4).unref();

  return {
    url,
    isShared: true,
    check,
    open: async (options) => {
      const opening = openRemoteSandbox(access, { idleTtl: LEASE, ...optionsWith(options) });
      const forgetOpening = (): unknown => openings.delete(opening);
      openings.add(opening);
      opening.catch(forgetOpening);

      const sandbox = await opening;
      await sandbox.scenarios.stopAll();

      return { ...sandbox, remove: () => sandbox.remove().catch(unlessGone).finally(forgetOpening) };
    },
    keep: async (options) => {
      const labels = { [LEFT_BY_VERIFICATION.name]: LEFT_BY_VERIFICATION.value };
      const keptOptions = { idleTtl: KEPT_TTL, labels, ...optionsWith(options) };
      const client = new ControlPlaneClient(access);
      const sandbox = await openInPlace(client, keptIds, () => openRemoteSandbox(access, keptOptions));
      keptIds.add(sandbox.id);
      await sandbox.scenarios.stopAll();

      return sandbox;
    },
    close: async () => {
      clearInterval(renewal);
      await Promise.allSettled([...openings].map(async (opening) => (await opening).remove()));
    },
  };
}

/** Ignores that the emulator has ended: its sandboxes are gone, and the results of the verification still count. */
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
