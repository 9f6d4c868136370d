/** The sandboxes in the memory of this replica. */

import type { SharedContext } from './sandbox-copy.js';
import { SharedSandbox } from './shared-sandbox.js';

/** A sandbox that was not used for so long leaves the memory. */
const UNUSED_MILLISECONDS = 60_000;
const FORGET_MILLISECONDS = 10_000;

export class SharedSandboxes {
  readonly #context: SharedContext;
  readonly #shared = new Map<string, SharedSandbox>();
  /** Those that have changed in this turn of the event loop. */
  readonly #changed = new Set<SharedSandbox>();
  readonly #forgetting = setInterval(() => {
    this.#forgetUnused();
  }, FORGET_MILLISECONDS).unref();

  constructor(context: SharedContext) {
    this.#context = context;
  }

  all(): SharedSandbox[] {
    return [...this.#shared.values()];
  }

  /** The sandbox, if it is in memory. */
  find(id: string): SharedSandbox | undefined {
    return this.#shared.get(id);
  }

  /** The sandbox. A new one is empty until it is read or opened. */
  of(id: string): SharedSandbox {
    let shared = this.#shared.get(id);
    if (shared === undefined) this.#shared.set(id, (shared = new SharedSandbox(id, this.#context, this.changed)));
    return shared;
  }

  /** The sandbox has changed, or what is here of it was shown. */
  readonly changed = (shared: SharedSandbox): void => {
    if (this.#changed.size === 0)
      setImmediate(() => {
        this.#changed.clear();
      });
    this.#changed.add(shared);
  };

  /** Resolves when everything that has changed in this turn is stored. @throws StoreError */
  async changesStored(): Promise<void> {
    await Promise.all([...this.#changed].map(({ writes }) => writes.stored()));
  }

  /** Removes a sandbox from the memory, and ends the followers of its journal. */
  forget(shared: SharedSandbox): void {
    const { sandbox } = shared.copy;
    const { sandboxes, journals } = this.#context;
    if (this.#shared.get(shared.id) !== shared) return;
    this.#shared.delete(shared.id);
    if (sandbox === undefined) return;
    sandboxes.drop(sandbox);
    journals.forget(sandbox);
  }

  /** Gives up all leases, after everything is written. Never rejects. */
  async giveUp(): Promise<void> {
    clearInterval(this.#forgetting);
    await Promise.all(this.all().map(({ copy }) => copy.journal.settle()));
    await Promise.all(this.all().map((shared) => shared.release()));
  }

  /** Removes those that were not used for a while, except the default sandbox. */
  #forgetUnused(): void {
    const unusedSince = performance.now() - UNUSED_MILLISECONDS;
    for (const shared of this.all())
      if (shared.id !== 'default' && shared.isQuiet && shared.usedAt < unusedSince) this.forget(shared);
  }
}
