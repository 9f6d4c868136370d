/**
 * The writes of one sandbox in their order. What happens in one turn of the event loop, and until the changes before
 * are written, is written as one: Redis has less to do, and changes never overtake those before them. Each write is
 * fenced by the lease; one that fails fails those after it.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { clientIdTaken } from '../../../emulator/domain/sandbox/sandboxes.js';
import type { Sandbox } from '../../../emulator/domain/sandbox/sandbox.js';
import { StoreError } from '../../../emulator/store/store-error.js';
import type { Arguments, Script } from '../script.js';
import type { Lease } from './lease.js';
import { APPEND, REMOVE, REPLACE } from '../scripts.js';
import type { LocalCopy } from './local-copy.js';

/** What `APPEND` returns if the changes take more room than a new snapshot would. */
const LONG = 2;

/** What has changed since the last write. */
interface Batch {
  readonly changes: string[];
  /** Number and text of each exchange for the journal. */
  readonly exchanges: (number | string)[];
  /** Resolves when the batch is written; undefined until it is sent. */
  written?: Promise<void>;
  /** Resolves when it was sent and written. */
  readonly stored: Promise<void>;
}

export class OrderedWrites {
  readonly #lease: Lease;
  readonly #copy: LocalCopy;
  #batch: Batch | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Whether the next changes are written with the whole state, in place of those before. */
  #isLong = false;

  constructor(lease: Lease, copy: LocalCopy) {
    this.#lease = lease;
    this.#copy = copy;
  }

  /** Makes the sandbox in the store. That fails if another one has its ID, or its client ID. */
  create({ id, clientId }: Sandbox): void {
    const creating = this.#lease.create(this.#copy.state(), clientId).then((owner) => {
      if (owner === 0) throw new StoreError(`another replica has just opened sandbox "${id}"; try again`);
      if (owner !== id) throw clientIdTaken(clientId, owner as string);
    });
    this.#add(creating.catch(this.lose));
  }

  /** Adds a change to those that are not written. */
  append(change: string): void {
    (this.#batch ??= this.#newBatch()).changes.push(change);
  }

  /** Adds an exchange for the journal, which has made the newest changes. */
  record(number: number, text: string): void {
    this.#batch?.exchanges.push(number, text);
  }

  /** Replaces the state, after all changes so far. */
  replace(): void {
    // The copy has the other state already, which must not be written with changes of the one before.
    this.#isLong = false;
    this.flush();
    this.#lease.epoch += 1;
    // Only the position and the mark of this change are read.
    this.#add(this.#write(REPLACE, 1, [this.#copy.state(), 1, '{}']));
  }

  /** Removes the sandbox, after all changes so far. */
  remove(): void {
    this.flush();
    this.#add(this.#write(REMOVE, 0, [this.#copy.sandbox!.clientId]));
  }

  /** Whether there are changes that were not sent yet. */
  get arePending(): boolean {
    return this.#batch !== undefined;
  }

  /** Sends the changes so far now. */
  flush(): void {
    if (this.#batch !== undefined) this.#batch.written = this.#append(this.#batch);
  }

  /** Resolves when everything so far is in the store. @throws StoreError */
  async stored(): Promise<void> {
    await (this.#batch?.stored ?? this.#last);
  }

  /** Resolves when everything so far is in the store, or has failed. */
  settled(): Promise<void> {
    return this.stored().catch(() => undefined);
  }

  /** After a failure it is not known what the store has: the next request installs that. @throws the error */
  readonly lose = (error: unknown): never => {
    this.#lease.lose();
    this.flush();
    throw error;
  };

  #newBatch(): Batch {
    const before = this.#last.catch(() => undefined);
    const stored = Promise.all([nextTurn(), before]).then(() => (batch.written ??= this.#append(batch)));
    const batch: Batch = { changes: [], exchanges: [], stored };
    // A request that waits for it gets the error.
    batch.stored.catch(() => undefined);

    return batch;
  }

  /** Takes a write that was sent after all before it. */
  #add(write: Promise<unknown>): void {
    this.#last = write;
    write.catch(() => {
      // Whoever waited has the error. Later requests read the sandbox anew.
      if (this.#last === write) this.#last = Promise.resolve();
    });
  }

  #append({ changes, exchanges }: Batch): Promise<void> {
    this.#batch = undefined;
    const state = this.#isLong ? this.#copy.state() : '';
    this.#isLong = false;
    const own = [state, changes.length, ...changes, this.#lease.context.journalSize, ...exchanges];
    const written = this.#write(APPEND, changes.length, own).then((reply) => {
      if (reply === LONG) this.#isLong = true;
    });
    this.#add(written);

    return written;
  }

  /** Sends a write after those before it. */
  #write(change: Script, length: number, own: Arguments): Promise<unknown> {
    return this.#lease.write(change, length, own).catch(this.lose);
  }
}
