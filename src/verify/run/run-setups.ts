/** Prepares runs: opens their sandboxes, and sets up the provider states before the request of a run is sent. */

import { setImmediate } from 'node:timers/promises';
import { previewValue, withoutUndefined } from '../../common/json.js';
import { nearest } from '../../contract/suggestions.js';
import type { ProviderState, SandboxOpening } from '../../pact/states/provider-state.js';
import { statesOfInteraction } from '../../pact/states/set-up-states.js';
import type { SetUp, StatesInSandbox, StatesOfInteraction } from '../../pact/states/set-up-states.js';
import type { Run } from './run.js';
import type { RunSandbox, SandboxSource } from './sandbox-source.js';

/** The longest name of a sandbox, in characters. */
const LONGEST_NAME = 200;

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
      const states = this.#statesOf(run);
      await states.sandbox().catch(() => undefined);
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
    const { stateExpressions, textExpressions } = run.interaction;
    refuseUnknownValues(stateExpressions, setup.setUp.values);
    refuseUnfitValues(textExpressions, setup.setUp.values);

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
  async #opened({ id }: Run): Promise<RunSandbox | undefined> {
    const states = this.#states.get(id);
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
  const missing = expressions.flatMap(namesIn).find((name) => !Object.hasOwn(values, name));
  if (missing === undefined) return;

  const returned = Object.keys(values);
  const message = `no provider state returns the value "${missing}"`;
  if (otherTokenNames(expressions).includes(missing))
    throw new Error(`${message}: write Bearer \${accessToken}, with the provider state "the access token is valid"`);
  if (returned.length === 0) throw new Error(`${message}: the interaction has no state that returns values`);

  throw new Error(`${message}${nearest(missing, returned)}; its states return ${returned.join(', ')}`);
}

/** Refuses values that are objects, lists or null where a text is sent. @throws Error */
function refuseUnfitValues(expressions: readonly string[], values: SetUp['values']): void {
  const unfit = expressions.flatMap(namesIn).find((name) => typeof values[name] === 'object');
  if (unfit === undefined) return;

  const found = previewValue(values[unfit]);
  throw new Error(`the provider states return ${found} as "${unfit}"; path, query and headers take a text or a number`);
}

/** The names by which a pact takes its access token from states, as in `Bearer ${token}`, except for `accessToken`. */
export function otherTokenNames(expressions: readonly string[]): string[] {
  const ofTokens = expressions.filter((expression) => /^bearer /i.test(expression));
  return ofTokens.flatMap(namesIn).filter((name) => name !== 'accessToken');
}

/** The names of the values in an expression, which is a name, or a text with names: `/check/${token}`. */
function namesIn(expression: string): string[] {
  const names = [...expression.matchAll(/\$\{([^{}]*)\}/g)].map(([, name = '']) => name.trim());
  return names.length > 0 ? names : [expression];
}
