/** The copies of sandboxes in the memory of this replica. */

import { SandboxCopy, type CopyContext } from './sandbox-copy.js';

/** A copy that was not used for so long leaves the memory. */
const UNUSED_MILLISECONDS = 60_000;

export class SandboxCopies {
  readonly #context: CopyContext;
  readonly #copies = new Map<string, SandboxCopy>();

  /** Those that have changed in this turn of the event loop. */
  readonly #changed = new Set<SandboxCopy>();

  constructor(context: Omit<CopyContext, 'onChange'>) {
    this.#context = {
      ...context,
      onChange: (copy) => {
        this.changed(copy);
      },
    };
  }

  get size(): number {
    return this.#copies.size;
  }

  all(): SandboxCopy[] {
    return [...this.#copies.values()];
  }

  /** The copy, if there is one. */
  find(id: string): SandboxCopy | undefined {
    return this.#copies.get(id);
  }

  /** The copy. A new one is empty until the sandbox is read or opened. */
  of(id: string): SandboxCopy {
    let copy = this.#copies.get(id);
    if (copy === undefined) this.#copies.set(id, (copy = new SandboxCopy(id, this.#context)));
    return copy;
  }

  /** The copy has changed, or what it has was shown. */
  changed(copy: SandboxCopy): void {
    if (this.#changed.size === 0)
      setImmediate(() => {
        this.#changed.clear();
      });
    this.#changed.add(copy);
  }

  /** Resolves when everything that has changed in this turn is stored. @throws StoreError */
  async changesStored(): Promise<void> {
    await Promise.all([...this.#changed].map((copy) => copy.shared.writes.stored()));
  }

  /** Removes the copy of a sandbox that was removed here. */
  remove(id: string): void {
    this.#copies.delete(id);
  }

  /** Removes a copy from the memory, and ends the followers of its journal. */
  forget(copy: SandboxCopy): void {
    const { id, sandbox } = copy;
    const { sandboxes, journals } = this.#context;
    if (this.#copies.get(id) !== copy) return;
    this.#copies.delete(id);
    if (sandbox === undefined) return;
    sandboxes.drop(sandbox);
    journals.forget(sandbox);
  }

  /** Gives up all leases, after everything is written. Never rejects. */
  async giveUpAll(): Promise<void> {
    await Promise.all(
      this.all().map(async ({ shared, journal }) => {
        await journal.settle();
        await shared.release();
      }),
    );
  }

  /** Others may have changed everything. */
  distrustAll(): void {
    for (const { shared } of this.#copies.values()) shared.distrust();
  }

  /** Removes those that were not used for a while, except that of the default sandbox. */
  forgetUnused(): void {
    const now = performance.now();
    for (const copy of this.#copies.values()) {
      const { id, shared, readers } = copy;
      const isUnused = readers === 0 && shared.isQuiet && now - shared.usedAt > UNUSED_MILLISECONDS;
      if (isUnused && id !== 'default') this.forget(copy);
    }
  }
}
