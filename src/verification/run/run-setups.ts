/** Sets the stage for trials: a sandbox for each, in which its provider states are brought about before the request. */

import { sandboxOptionsFor, setUpStates, type SetUp } from '../../pact/states/set-up-states.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import type { SandboxSource, TrialSandbox } from './sandbox-source.js';
import type { Trial } from './run.js';

/** A sandbox in which everything is as the trial's states say. */
export interface Stage extends SetUp {
  readonly sandbox: TrialSandbox;
}

export class Stages {
  readonly #source: SandboxSource;
  readonly #registry: readonly ProviderState[];
  readonly #sandboxes = new Map<string, TrialSandbox | Error>();
  readonly #stages = new Map<string, Promise<Stage>>();

  constructor(source: SandboxSource, registry: readonly ProviderState[]) {
    this.#source = source;
    this.#registry = registry;
  }

  /**
   * Opens the sandboxes of trials, one after the other: their IDs go into tokens and links, and trials do not always run
   * in the same order.
   */
  async open(trials: readonly Trial[]): Promise<void> {
    for (const trial of trials) this.#sandboxes.set(trial.id, await this.#opened(trial));
  }

  /** The stage of a trial whose sandbox is open; set up when it is first asked for. @throws Error where it cannot be set up */
  stageOf(trial: Trial): Promise<Stage> {
    let stage = this.#stages.get(trial.id);
    if (stage === undefined) this.#stages.set(trial.id, (stage = this.#setUp(trial)));
    return stage;
  }

  /** Removes the sandboxes of trials. */
  async remove(trials: readonly Trial[]): Promise<void> {
    for (const { id } of trials) {
      const sandbox = this.#sandboxes.get(id);
      if (sandbox !== undefined && !(sandbox instanceof Error)) await sandbox.remove();
      this.#sandboxes.delete(id);
      this.#stages.delete(id);
    }
  }

  async #opened({ states, variants }: Trial): Promise<TrialSandbox | Error> {
    try {
      return await this.#source.open({
        ...sandboxOptionsFor(states, this.#registry),
        ...(variants !== undefined && { variants }),
      });
    } catch (error) {
      return error as Error;
    }
  }

  async #setUp({ id, states }: Trial): Promise<Stage> {
    const sandbox = this.#sandboxes.get(id);
    if (sandbox === undefined) throw new Error(`no sandbox has been opened for ${id}`);
    if (sandbox instanceof Error) throw sandbox;
    return { sandbox, ...(await setUpStates(states, this.#registry, sandbox)) };
  }
}
