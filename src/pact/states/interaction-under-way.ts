/** The interaction that Pact verifies at the moment: it tells its states one by one, and not how many there will be. */

import type { SandboxState } from '../../control/state.js';
import type { GivenState } from '../pact-file.js';
import { findState } from './find-state.js';
import type { ProviderState } from './provider-state.js';
import { sandboxOptionsFor, setUpStates, type SetUp } from './set-up-states.js';
import type { RestorableSandbox } from './state-sandbox.js';
import { EVERY_CALL } from './world/parameters.js';

export class InteractionUnderWay {
  readonly sandbox: RestorableSandbox;
  readonly #registry: readonly ProviderState[];
  /** What the sandbox is between interactions. */
  #before: SandboxState | undefined;
  #given: readonly GivenState[] = [];
  #setUp: SetUp | undefined;
  #failure: Error | undefined;

  constructor(sandbox: RestorableSandbox, registry: readonly ProviderState[]) {
    this.sandbox = sandbox;
    this.#registry = registry;
  }

  /** What its states have come to; undefined where it has none. */
  get setUp(): SetUp | undefined {
    return this.#setUp;
  }

  /** Why it cannot be verified. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /**
   * Brings all states about, this one and those before: how the sandbox has to begin depends on every one of them.
   * @throws ProviderStateError for this state, or for one before; then every good call is answered with 502
   */
  async add(given: GivenState): Promise<SetUp['values']> {
    // So Pact tells that an interaction has none.
    if (given.name.trim() === '') return {};
    this.#before ??= await this.sandbox.state();
    this.#given = [...this.#given, given];
    try {
      if (this.#failure !== undefined) throw this.#failure;
      // An unknown state has to be told before anything is done.
      findState(this.#registry, given);
      await this.sandbox.load(this.#beginning(this.#before));
      this.#setUp = await setUpStates(this.#given, this.#registry, this.sandbox);
      return this.#setUp.values;
    } catch (error) {
      this.#failure = error as Error;
      await this.sandbox.load({ ...this.#before, activations: [] });
      await this.sandbox.use('bad-gateway', { times: EVERY_CALL });
      throw error;
    }
  }

  /** Makes the sandbox what it was. Pact ends every state of an interaction; the first end is that of all. */
  async end(): Promise<void> {
    if (this.#before !== undefined) await this.sandbox.load(this.#before);
    this.#before = undefined;
    this.#given = [];
    this.#setUp = undefined;
    this.#failure = undefined;
  }

  /** The sandbox as the states want it opened, or as it was. */
  #beginning(before: SandboxState): unknown {
    const options = sandboxOptionsFor(this.#given, this.#registry);
    return Object.keys(options).length === 0
      ? before
      : { ...before, options: { ...before.options, ...options }, events: [], scheduled: [] };
  }
}
