/** Prepares runs: opens a sandbox for each and sets up its provider states before its request is sent. */

import { setImmediate } from 'node:timers/promises';
import { nearest } from '../../contract/suggestions.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import { sandboxOptionsFor, setUpStates, type SetUp } from '../../pact/states/set-up-states.js';
import type { Run } from './run.js';
import type { RunSandbox, SandboxSource } from './sandbox-source.js';

/** The sandbox of a run, with its provider states set up. */
export interface RunSetup extends SetUp {
  readonly sandbox: RunSandbox;
}

export class RunSetups {
  readonly #source: SandboxSource;
  readonly #registry: readonly ProviderState[];
  /** By run ID. */
  readonly #sandboxes = new Map<string, RunSandbox | Error>();
  readonly #setups = new Map<string, Promise<RunSetup>>();

  constructor(source: SandboxSource, registry: readonly ProviderState[]) {
    this.#source = source;
    this.#registry = registry;
  }

  /**
   * Opens the sandboxes of runs, one after the other. Sandbox IDs appear in tokens and links, and runs do not always
   * start in the same order; so each verification opens the same sandboxes. In a shared emulator, each is opened when its
   * run begins.
   */
  async open(runs: readonly Run[]): Promise<void> {
    if (this.#source.isShared) return;
    for (const run of runs) {
      this.#sandboxes.set(run.id, await this.#openSandbox(run));
      // To compile the contract of a variant takes long. Between two of them, a signal is heard.
      await setImmediate();
    }
  }

  /**
   * The setup of a run. The first call sets up the provider states.
   * @throws Error if the sandbox could not be opened or a provider state could not be set up
   */
  setupFor(run: Run): Promise<RunSetup> {
    const known = this.#setups.get(run.id);
    if (known !== undefined) return known;
    const setup = this.#setUp(run);
    this.#setups.set(run.id, setup);
    return setup;
  }

  /** The request of the run has its response. */
  async ended(run: Run): Promise<void> {
    if (this.#source.isShared) await this.remove([run]);
  }

  /** Removes the sandboxes of runs. */
  async remove(runs: readonly Run[]): Promise<void> {
    for (const { id } of runs) {
      const sandbox = this.#sandboxes.get(id);
      this.#sandboxes.delete(id);
      this.#setups.delete(id);
      if (sandbox !== undefined && !(sandbox instanceof Error)) await sandbox.remove();
    }
  }

  /** Returns the error if there is one: it fails this run only. */
  async #openSandbox({ states, variants }: Run): Promise<RunSandbox | Error> {
    try {
      return await this.#source.open({
        ...sandboxOptionsFor(states, this.#registry),
        ...(variants !== undefined && { variants }),
      });
    } catch (error) {
      return error as Error;
    }
  }

  async #setUp(run: Run): Promise<RunSetup> {
    const { id, states, interaction } = run;
    const sandbox = this.#sandboxes.get(id) ?? (await this.#openSandbox(run));
    this.#sandboxes.set(id, sandbox);
    if (sandbox instanceof Error) throw sandbox;
    const setUp = await setUpStates(states, this.#registry, sandbox);
    refuseUnknownValues(interaction.stateExpressions, setUp.values);
    return { sandbox, ...setUp };
  }
}

/** @throws Error if an expression takes a value that no state returns: the verifier would send the example of the pact */
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
