/** Keeps sandboxes in a folder. The emulator reads the folder once, at the start; afterwards it only writes. */

import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import { machineClock } from '../../emulator/domain/time/clock.js';
import type { KeeperParts, OpenStore, SandboxKeeper } from '../../emulator/store/keeper.js';
import { StoreError } from '../../emulator/store/store-error.js';
import { damaged, type Row } from './database.js';
import { SandboxRows, type SandboxInRows } from './sandbox-rows.js';
import { keyIn, openFolder, type OpenFolder } from './store-folder.js';

/** Opens a store in a folder. @throws StoreError, MissingPeerError */
export async function openFolderStore(path: string): Promise<OpenStore> {
  const clock = machineClock();
  const folder = await openFolder(path, clock.now());
  let keeper: SandboxKeeper | undefined;

  return {
    isShared: false,
    connectionsBefore: 0,
    // A reading of `performance.now()`; it is negative if the folder is older than this process.
    madeAt: performance.now() - (clock.now() - folder.made),
    signingKey: (make) => keyIn(path, make),
    keeper: (parts) => (keeper = new FolderKeeper(folder, parts)),
    // The keeper closes the database after its last write. If the start failed, there may be no keeper yet.
    close: () => (keeper ?? folder.database).close(),
  };
}

/**
 * Writes each change of a sandbox as rows: see {@link SandboxRows}. {@link SandboxKeeper} says when its methods are
 * called.
 */
class FolderKeeper implements SandboxKeeper {
  readonly store: string;
  readonly #folder: OpenFolder;
  readonly #parts: KeeperParts;
  /** The rows of each sandbox, by the ID of the sandbox. */
  readonly #rows = new Map<string, SandboxRows>();
  /** The highest number of any {@link SandboxRows} so far. */
  #lastNumber = 0;
  /** The rows of the next batch. */
  #queued: Row[] = [];
  /** Resolves when every batch so far is written. After a batch that could not be written, it always rejects. */
  #written: Promise<void> = Promise.resolve();
  /** Why a batch could not be written. */
  #trouble: string | undefined;

  constructor(folder: OpenFolder, parts: KeeperParts) {
    this.store = folder.store;
    this.#folder = folder;
    this.#parts = parts;
  }

  load(): void {
    // `splice` empties the content, so that the open folder does not keep it in memory.
    for (const loaded of this.#folder.content.splice(0)) {
      try {
        this.#load(loaded);
      } catch (error) {
        if (error instanceof StoreError) throw error;
        const { id } = loaded.stored;
        throw damaged(this.store, `sandbox "${id}" cannot be read: ${(error as Error).message}`, error);
      }
    }
  }

  onOpened(sandbox: Sandbox): void {
    this.#open(sandbox, new SandboxRows(++this.#lastNumber));
  }

  onReplaced(sandbox: Sandbox): void {
    const before = this.#rows.get(sandbox.id)!;
    // The sandbox keeps its place in the order of opening.
    this.#open(sandbox, new SandboxRows(++this.#lastNumber, before.opened), before.deletions());
  }

  onRemoved(id: string): void {
    const rows = this.#rows.get(id)!;
    this.#rows.delete(id);
    this.#write(rows.deletions());
  }

  untilStored(): Promise<void> {
    return this.#written;
  }

  untilAllStored(): Promise<void> {
    return this.#written;
  }

  trouble(): Promise<string | undefined> {
    return Promise.resolve(this.#trouble);
  }

  onExchangeOver(record: ExchangeRecord, sandbox: Sandbox): void {
    const { journalSize, sandboxes } = this.#parts;
    // An exchange may end after its sandbox was replaced or removed. It belongs to the old object then.
    const isReplaced = sandboxes.byId(sandbox.id) !== sandbox;
    // The journal has already dropped the exchange, because it was emptied or is full.
    const isDropped = record.id <= Math.max(sandbox.forgotten, sandbox.issued.exchanges - journalSize);
    if (isReplaced || isDropped) return;

    this.#write(this.#rows.get(sandbox.id)!.exchange(record, journalSize));
  }

  async close(): Promise<void> {
    try {
      await this.#written;
    } finally {
      await this.#folder.database.close();
    }
  }

  /** Makes a stored sandbox again: its state, the changes since the state was written, and its journal. */
  #load({ stored, changes, exchanges, rows }: SandboxInRows): void {
    const { form, sandboxes, journals } = this.#parts;
    const sandbox = form.read(stored);
    for (const change of changes) sandbox.apply(change);
    sandboxes.add(sandbox);
    for (const record of exchanges) journals.of(sandbox).add(record);
    this.#lastNumber = Math.max(this.#lastNumber, rows.number);

    // Only changes from now on are stored: those applied above are in the database already.
    this.#storeChanges(sandbox, rows);
  }

  /** Writes a new sandbox. @param deletions rows that delete the sandbox that the new one replaces */
  #open(sandbox: Sandbox, rows: SandboxRows, deletions: readonly Row[] = []): void {
    this.#storeChanges(sandbox, rows);
    this.#write([...deletions, ...rows.snapshot(this.#parts.form.write(sandbox))]);
  }

  /** Stores every change of the sandbox from now on. */
  #storeChanges(sandbox: Sandbox, rows: SandboxRows): void {
    this.#rows.set(sandbox.id, rows);
    sandbox.onChange = (change) => {
      // The sandbox may have been removed or replaced.
      if (this.#rows.get(sandbox.id) !== rows) return;

      // The change `forgotten` empties the journal.
      const deletions = change.type === 'forgotten' ? rows.journalDeletions() : [];
      this.#write([...rows.change(change, () => this.#parts.form.write(sandbox)), ...deletions]);
    };
  }

  /**
   * Queues rows. Rows from one synchronous run form one batch; so do rows queued while another batch is written. A
   * batch is stored as a whole or not at all. If a batch could not be written, later ones are not written either,
   * because they build on it.
   */
  #write(rows: readonly Row[]): void {
    // If rows are queued, `#writeQueued` is due already, and it will take the new rows along.
    const isBatchDue = this.#queued.length > 0;
    this.#queued.push(...rows);
    if (isBatchDue || rows.length === 0) return;

    this.#written = this.#written.then(this.#writeQueued);
    // Code that waits for the batch gets the error. If nothing waits, the rejection must not count as unhandled.
    this.#written.catch(() => undefined);
  }

  readonly #writeQueued = async (): Promise<void> => {
    const rows = this.#queued;
    this.#queued = [];
    try {
      await this.#folder.database.write(rows);
      this.#folder.onWritten();
    } catch (error) {
      this.#trouble = (error as Error).message;
      this.#parts.onFailure(error as Error);
      throw error;
    }
  };
}
