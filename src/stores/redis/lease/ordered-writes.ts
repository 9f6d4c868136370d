/**
 * The writes of one sandbox, in order. Changes are collected for one turn of the event loop, and until the previous
 * write is done; together they form one write. So Redis has less to do, and no change overtakes an earlier one. Redis
 * refuses each write whose lease is not the current one. If a write fails, all later writes fail too.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { clientIdTaken } from '../../../emulator/domain/sandbox/sandboxes.js';
import type { Sandbox } from '../../../emulator/domain/sandbox/sandbox.js';
import { StoreError } from '../../../emulator/store/store-error.js';
import type { Arguments, Script } from '../script.js';
import type { Lease } from './lease.js';
import { APPEND, REMOVE, REPLACE } from '../scripts.js';
import type { LocalCopy } from './local-copy.js';

/** The reply of `APPEND` if the changes take more space than a new snapshot. */
const LONG = 2;

/** The changes since the last write. */
interface Batch {
  readonly changes: string[];
  /** For the journal: number and text of one exchange, then of the next, as the script takes them. */
  readonly exchanges: (number | string)[];
  /** The write of the batch, once it is sent. */
  writing?: Promise<void>;
  /** Resolves when the batch, which may not be sent yet, is in the store. */
  readonly stored: Promise<void>;
}

/** Collects changes, and sends them one write after the other. */
export class OrderedWrites {
  readonly #lease: Lease;
  readonly #copy: LocalCopy;
  /** The changes that are not sent yet; undefined if there are none. */
  #batch: Batch | undefined;
  /** The write that was sent last. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Whether the next write includes the whole state, which replaces all changes before. */
  #includesState = false;

  constructor(lease: Lease, copy: LocalCopy) {
    this.#lease = lease;
    this.#copy = copy;
  }

  /** Creates the sandbox in the store. If another one has its ID or its client ID, later writes fail. */
  create({ id, clientId }: Sandbox): void {
    const creating = this.#lease.create(this.#copy.state(), clientId).then((owner) => {
      if (owner === 0) throw new StoreError(`another replica has just opened sandbox "${id}"; try again`);
      // The client ID belongs to another sandbox, whose ID Redis has replied.
      if (owner !== id) throw clientIdTaken(clientId, owner as string);
    });
    this.#setLastWrite(creating.catch(this.lose));
  }

  /** Adds a change to the current batch. */
  append(change: string): void {
    (this.#batch ??= this.#newBatch()).changes.push(change);
  }

  /** Adds to the current batch the exchange that made its newest changes, for the journal. */
  record(number: number, text: string): void {
    this.#batch?.exchanges.push(number, text);
  }

  /** Replaces the state, after all changes so far. */
  replace(): void {
    // The copy has the new state already. It must not be written together with changes of the old state.
    this.#includesState = false;
    this.flush();
    this.#lease.epoch += 1;
    // `REPLACE` stores the state. The change beside it is empty: it only takes the next position.
    const changes = ['{}'];
    this.#setLastWrite(this.#write(REPLACE, changes.length, [this.#copy.state(), changes.length, ...changes]));
  }

  /** Removes the sandbox, after all changes so far. */
  remove(): void {
    this.flush();
    this.#setLastWrite(this.#write(REMOVE, 0, [this.#copy.sandbox!.clientId]));
  }

  /** Whether there are changes that were not sent yet. */
  get arePending(): boolean {
    return this.#batch !== undefined;
  }

  /** Sends the current batch now. */
  flush(): void {
    if (this.#batch !== undefined) this.#batch.writing = this.#append(this.#batch);
  }

  /** Resolves when everything so far is in the store. @throws StoreError */
  async untilStored(): Promise<void> {
    // A batch is sent after all earlier writes, so it is the last one to wait for.
    await (this.#batch?.stored ?? this.#lastWrite);
  }

  /** Resolves when everything so far is in the store, or has failed. */
  untilSettled(): Promise<void> {
    return this.untilStored().catch(() => undefined);
  }

  /** Drops the lease after a failure: the state of the store is unknown, and the next take reads it. @throws error */
  readonly lose = (error: unknown): never => {
    this.#lease.lose();
    this.flush();
    throw error;
  };

  /** A batch that will be written in the next turn, with whatever is put into it until then. */
  #newBatch(): Batch {
    const before = this.#lastWrite.catch(() => undefined);
    // A batch is written in the next turn, after the previous write. `flush` may have written it earlier.
    const stored = Promise.all([nextTurn(), before]).then(() => (batch.writing ??= this.#append(batch)));
    const batch: Batch = { changes: [], exchanges: [], stored };
    // Requests that wait for the batch get the error. Without any, the rejection must not count as unhandled.
    batch.stored.catch(() => undefined);

    return batch;
  }

  /** Remembers a write that was sent after all others as the last one. */
  #setLastWrite(write: Promise<unknown>): void {
    this.#lastWrite = write;
    write.catch(() => {
      // Requests that waited have the error. Later requests read the sandbox again.
      if (this.#lastWrite === write) this.#lastWrite = Promise.resolve();
    });
  }

  /** Sends a batch to the store, with the whole state if the row of changes has become long. */
  #append({ changes, exchanges }: Batch): Promise<void> {
    // From here on, new changes start a new batch.
    this.#batch = undefined;

    const state = this.#includesState ? this.#copy.state() : '';
    this.#includesState = false;
    const own = [state, changes.length, ...changes, this.#lease.context.journalSize, ...exchanges];
    const written = this.#write(APPEND, changes.length, own).then((reply) => {
      if (reply === LONG) this.#includesState = true;
    });
    this.#setLastWrite(written);

    return written;
  }

  /** Sends a write after all earlier ones. */
  #write(change: Script, length: number, own: Arguments): Promise<unknown> {
    return this.#lease.write(change, length, own).catch(this.lose);
  }
}
