/** The interaction that Pact's verifier runs. Pact passes its states one by one, and not their number. */

import type { SandboxControl } from '../../emulator/control/methods/sandbox-control.js';
import { findState } from '../states/find-state.js';
import type { ProviderState } from '../states/provider-state.js';
import { sandboxOptionsFor, setUpStates, type SetUp } from '../states/set-up-states.js';
import type { GivenState } from '../pact-file.js';

export class CurrentInteraction {
  readonly sandbox: SandboxControl;
  readonly #registry: readonly ProviderState[];
  /** The state of the sandbox between interactions. */
  #before: ReturnType<SandboxControl['state']> | undefined;
  #given: readonly GivenState[] = [];
  #setUp: SetUp | undefined;
  #failure: Error | undefined;

  constructor(sandbox: SandboxControl, registry: readonly ProviderState[]) {
    this.sandbox = sandbox;
    this.#registry = registry;
  }

  /** The result of its states so far; undefined if it has none. */
  get setUp(): SetUp | undefined {
    return this.#setUp;
  }

  /** The names of its states so far. */
  get states(): readonly string[] {
    return this.#given.map(({ name }) => name);
  }

  /** The error of a state; undefined if none has failed. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /**
   * Adds a state, and sets up all states again: how the sandbox is opened depends on all of them.
   * @returns values for `fromProviderState`
   * @throws ProviderStateError for this state or an earlier one
   */
  async add(given: GivenState): Promise<SetUp['values']> {
    // Pact passes an empty name if an interaction has no states.
    if (given.name.trim() === '') return {};
    this.#before ??= this.sandbox.state();
    this.#given = [...this.#given, given];
    try {
      if (this.#failure !== undefined) throw this.#failure;
      // Report an unknown state before anything changes.
      findState(this.#registry, given);
      this.sandbox.load(this.#beginning(this.#before));
      this.#setUp = await setUpStates(this.#given, this.#registry, this.sandbox);
      return this.#setUp.values;
    } catch (error) {
      this.#failure = error as Error;
      throw error;
    }
  }

  /** Restores the sandbox. Pact ends every state of an interaction; the first end ends all of them. */
  end(): void {
    if (this.#before !== undefined) this.sandbox.load(this.#before);
    this.#before = this.#setUp = this.#failure = undefined;
    this.#given = [];
  }

  /** The sandbox opened as the states require, or its state before the interaction. */
  #beginning(before: ReturnType<SandboxControl['state']>): unknown {
    const options = sandboxOptionsFor(this.#given, this.#registry);
    if (Object.keys(options).length === 0) return before;
    return { ...before, options: { ...before.options, ...options }, events: [], scheduled: [] };
  }
}
