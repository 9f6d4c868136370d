/** Prepares runs: opens a sandbox for each, and sets up its provider states before its request is sent. */

import { setImmediate } from 'node:timers/promises';
import { nearest } from '../../contract/suggestions.js';
import type { SandboxControl } from '../../emulator/control/methods/sandbox-control.js';
import type { SandboxOptions } from '../../emulator/options.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import { sandboxOptionsFor, setUpStates, type SetUp } from '../../pact/states/set-up-states.js';
import { startEmulator, type Emulator } from '../../start/emulator.js';
import type { Run } from './run.js';

/** The sandbox of a run, with its provider states set up. */
export interface RunSetup extends SetUp {
  readonly sandbox: SandboxControl;
}

export class RunSetups {
  readonly #open: (options: SandboxOptions) => SandboxControl;
  readonly #registry: readonly ProviderState[];
  /** Sandboxes by run ID. */
  readonly #sandboxes = new Map<string, Promise<SandboxControl>>();
  readonly #setups = new Map<string, Promise<RunSetup>>();

  /** @param open opens a sandbox, with the options that a run adds to those of every run */
  constructor(open: (options: SandboxOptions) => SandboxControl, registry: readonly ProviderState[]) {
    this.#open = open;
    this.#registry = registry;
  }

  /**
   * Opens the sandboxes of runs, one after the other. Sandbox IDs appear in tokens and links, and runs do not always
   * start in the same order; so each verification opens the same sandboxes.
   */
  async open(runs: readonly Run[]): Promise<void> {
    for (const run of runs) {
      // A sandbox that cannot be opened fails this run only.
      await this.#sandboxOf(run).catch(() => undefined);
      // Compiling the contract of a variant takes long, so signals are let in between two sandboxes.
      await setImmediate();
    }
  }

  /**
   * The setup of a run. The first call sets up the provider states.
   * @throws Error if the sandbox could not be opened or a provider state could not be set up
   */
  setupFor(run: Run): Promise<RunSetup> {
    const setup = this.#setups.get(run.id) ?? this.#setUp(run);
    this.#setups.set(run.id, setup);
    return setup;
  }

  /** Removes the sandboxes of runs. */
  async remove(runs: readonly Run[]): Promise<void> {
    for (const { id } of runs) {
      const sandbox = await this.#sandboxes.get(id)?.catch(() => undefined);
      this.#sandboxes.delete(id);
      this.#setups.delete(id);
      sandbox?.remove();
    }
  }

  #sandboxOf(run: Run): Promise<SandboxControl> {
    const sandbox = this.#sandboxes.get(run.id) ?? this.#openSandbox(run);
    this.#sandboxes.set(run.id, sandbox);
    return sandbox;
  }

  #openSandbox({ states, variants }: Run): Promise<SandboxControl> {
    const options = (): SandboxOptions => ({
      ...sandboxOptionsFor(states, this.#registry),
      ...(variants !== undefined && { variants }),
    });
    // A mistake in a state rejects.
    return Promise.resolve().then(() => this.#open(options()));
  }

  async #setUp(run: Run): Promise<RunSetup> {
    const sandbox = await this.#sandboxOf(run);
    const setUp = await setUpStates(run.states, this.#registry, sandbox);
    refuseUnknownValues(run.interaction.stateExpressions, setUp.values);
    return { sandbox, ...setUp };
  }
}

/** @throws Error if an expression takes a value that no state returns: the verifier would send the example */
function refuseUnknownValues(expressions: readonly string[], values: SetUp['values']): void {
  const names = expressions.flatMap((expression) => {
    const inside = [...expression.matchAll(/\$\{([^{}]*)\}/g)].map(([, name = '']) => name.trim());
    return inside.length > 0 ? inside : [expression];
  });
  const missing = names.find((name) => !Object.hasOwn(values, name));
  if (missing === undefined) return;
  const known = Object.keys(values);
  throw new Error(
    known.length === 0
      ? `no provider state returns the value "${missing}": the interaction has no state that returns values`
      : `no provider state returns the value "${missing}"${nearest(missing, known)}; its states return ${known.join(', ')}`,
  );
}

/** The time in every sandbox, so that responses with times are the same in every verification. */
const NOW = '2026-01-31T09:00:00.000Z';

/** Starts the emulator of a verification, on a free port. */
export async function startEmulatorForRuns(): Promise<Emulator> {
  return await startEmulator({ port: 0, now: NOW, sandboxIdleTtl: 0, journalSize: 10 });
}
