/** The copy of a sandbox in one replica: the sandbox, which catches up with the store, and its journal. */

import type { SandboxChange } from '../../../emulator/domain/sandbox/change.js';
import type { Sandbox } from '../../../emulator/domain/sandbox/sandbox.js';
import type { StoredSandbox } from '../../../emulator/store/keeper.js';
import { SharedJournal } from './shared-journal.js';
import type { Missed, Lease } from './lease.js';

/** Applies what other replicas have changed, and passes on what is changed here. */
export class LocalCopy {
  readonly journal: SharedJournal;
  /** The current object. It is outdated while another replica has the lease. */
  sandbox: Sandbox | undefined;
  readonly #lease: Lease;
  readonly #onChange: (change: SandboxChange) => void;

  /** @param onChange called with each change that is made here */
  constructor(lease: Lease, onChange: (change: SandboxChange) => void) {
    this.#lease = lease;
    this.#onChange = onChange;
    this.journal = new SharedJournal(lease, () => this.sandbox && lease.context.journals.of(this.sandbox));
  }

  /** Whether somebody follows the journal here. */
  get isFollowed(): boolean {
    return this.sandbox !== undefined && this.#lease.context.journals.of(this.sandbox).isFollowed;
  }

  /** The whole state, as JSON. */
  state(): string {
    return JSON.stringify(this.#lease.context.form.write(this.sandbox!));
  }

  /** Brings the copy to the position that was read. If there is a `missed.state`, it replaces the copy. */
  catchUp(missed: Missed): void {
    const { state, changes, generation, epoch } = missed;
    const { form, journals } = this.#lease.context;
    // Without missed changes, keep the position: requests of this replica may have advanced the copy meanwhile.
    if (state === null && changes.length === 0) return;

    // If one of these differs, the sandbox was replaced, or the store has lost changes: the journal does not continue.
    const keepsJournal = this.#lease.generation === generation && this.#lease.epoch === epoch;
    if (state !== null) this.install(form.read(JSON.parse(state) as StoredSandbox), { keepsJournal });
    const sandbox = this.sandbox!;

    for (const text of changes) {
      const change = JSON.parse(text) as SandboxChange;
      sandbox.apply(change);
      if (change.type === 'forgotten') journals.of(sandbox).clear(change.exchange);
    }

    // If the journal is switched off, the store has no exchanges. The journal then only needs the last number.
    const journal = journals.of(sandbox);
    if (journal.size === 0) journal.last = sandbox.issued.exchanges;

    this.#lease.setPosition(missed);
  }

  /**
   * Replaces the sandbox of this copy.
   * @param options `keepsJournal`: whether `sandbox` is a later state of the same sandbox, so that its journal
   * continues; otherwise the journal starts empty
   */
  install(sandbox: Sandbox, { keepsJournal }: { readonly keepsJournal: boolean }): void {
    const { sandboxes, journals } = this.#lease.context;
    const before = this.sandbox;
    sandboxes.put(sandbox);
    if (before !== undefined && keepsJournal) journals.passOn(before, sandbox);
    else if (before !== undefined) journals.startSuccessor(before, sandbox);

    this.adopt(sandbox, { keepsJournal });
    const wasEmptied = before !== undefined && keepsJournal && sandbox.forgotten > before.forgotten;
    // Otherwise nothing was emptied, or `startSuccessor` has told the followers of the journal.
    if (before === undefined || wasEmptied) journals.of(sandbox).clear(sandbox.forgotten);
  }

  /** Stores all changes of the sandbox from now on. Its journal starts empty, unless the sandbox `keepsJournal`. */
  adopt(sandbox: Sandbox, { keepsJournal } = { keepsJournal: false }): void {
    if (!keepsJournal) this.journal.restart();
    // A request may still use the old object. Its changes must not be stored as those of the new one.
    if (this.sandbox !== undefined && this.sandbox !== sandbox) this.sandbox.onChange = () => undefined;
    this.sandbox = sandbox;
    sandbox.onChange = this.#onChange;
  }

  /** Removes the copy because the sandbox is unused or not in the store. Ends the followers of the copy's journal. */
  remove(): void {
    this.#lease.lose();
    const { sandbox } = this;
    if (sandbox === undefined) return;

    const { sandboxes, journals } = this.#lease.context;
    this.sandbox = undefined;
    sandboxes.drop(sandbox);
    journals.forget(sandbox);
  }
}
