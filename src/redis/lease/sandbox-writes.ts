/**
 * The writes of one sandbox in their order. What happens in one turn of the event loop is written as one. Each write is
 * fenced by the lease; one that fails fails those after it.
 */

import { StoreError } from '../../emulator/store/store-error.js';
import type { Appended, SandboxLog } from '../sandbox-log.js';
import type { Lease } from '../sandbox-log-replies.js';
import type { HeldLease } from './held-lease.js';
import type { LeasedCopy } from './leased-copy.js';

/** What has changed in this turn. */
interface Batch {
  readonly changes: string[];
  readonly exchanges: { readonly number: number; readonly text: string }[];
  readonly written: Promise<void>;
  readonly send: () => void;
}

export class SandboxWrites {
  readonly #id: string;
  readonly #log: SandboxLog;
  readonly #held: HeldLease;
  readonly #copy: LeasedCopy;
  #batch: Batch | undefined;
  #last: Promise<void> = Promise.resolve();
  /** Whether the whole state is being written, so that the changes before it can be dropped. */
  #isKeeping = false;

  constructor(id: string, log: SandboxLog, held: HeldLease, copy: LeasedCopy) {
    this.#id = id;
    this.#log = log;
    this.#held = held;
    this.#copy = copy;
  }

  /** Whether changes wait to be sent. */
  get isWaiting(): boolean {
    return this.#batch !== undefined;
  }

  /**
   * Makes the sandbox in the store.
   * @param isAllowed resolves to false if it must not be there
   */
  create(state: string, isAllowed: Promise<boolean>): void {
    const { lease, place, made } = this.#log.create(state);
    this.#held.hold(lease, performance.now());
    this.#held.reach(place, '0');
    const creating = Promise.all([made, isAllowed]).then(([isMade, isFree]) => {
      if (isMade && !isFree) void this.#log.remove(lease, place.position).catch(ignore);
      if (!isMade || !isFree)
        throw this.lose(new StoreError(`another replica has just opened sandbox "${this.#id}"; try again`));
    }, this.#fail);
    this.#add(creating);
  }

  /** Adds a change to those of this turn. */
  append(change: string): void {
    (this.#batch ?? this.#newBatch()).changes.push(change);
  }

  /** Adds an exchange for the journal, which has changed the sandbox in this turn. */
  record(number: number, text: string): void {
    this.#batch?.exchanges.push({ number, text });
  }

  /** Replaces the state, after all changes so far. */
  replace(state: string): void {
    this.flush();
    this.#held.epoch = String(Number(this.#held.epoch ?? 0) + 1);
    this.#add(this.#write(1, (lease, position) => this.#log.replace(lease, position, state)));
  }

  /** Removes the sandbox, after all changes so far, and then by `forget` what names it elsewhere. */
  remove(forget: () => Promise<void>): void {
    this.flush();
    const removed = this.#write(0, (lease, position) => this.#log.remove(lease, position));
    this.#add(removed.then(() => forget().catch(ignore)));
    this.#held.forget();
  }

  /** Sends the changes of this turn now. */
  flush(): void {
    this.#batch?.send();
  }

  /** Resolves when everything so far is in the store. @throws StoreError; the copy is dropped then */
  stored(): Promise<void> {
    return this.#batch?.written ?? this.#last;
  }

  /** After a failure it is not known what the store has: the next request reads it. Returns the error. */
  lose(error: unknown): unknown {
    this.#held.end();
    this.#held.position = undefined;
    this.#copy.drop();
    this.flush();
    return error;
  }

  #newBatch(): Batch {
    let settle: (written: Promise<void>) => void;
    const written = new Promise<void>((resolve) => {
      settle = resolve;
    });
    written.catch(ignore);
    const send = (): void => {
      if (this.#batch !== batch) return;
      this.#batch = undefined;
      this.#add(this.#append(batch));
      settle(this.#last);
    };
    const batch: Batch = { changes: [], exchanges: [], written, send };
    this.#batch = batch;
    setImmediate(send);
    return batch;
  }

  /** Takes a write that was sent after all before it. */
  #add(write: Promise<void>): void {
    this.#last = write;
    write.catch(() => {
      // Those who waited have the error. What is read later is not what failed.
      if (this.#last === write) this.#last = Promise.resolve();
    });
  }

  async #append(appended: Appended): Promise<void> {
    const { length } = appended.changes;
    await this.#write(length, (lease, position) => this.#log.append(lease, position, appended));
    if (this.#log.isLong) this.#keep();
  }

  /** Sends a write after those before it. */
  #write(length: number, write: (lease: Lease, position: number) => Promise<boolean>): Promise<void> {
    const { current: lease, position } = this.#held;
    const sentAt = performance.now();
    const writing =
      lease === undefined || position === undefined
        ? Promise.reject(new StoreError(`sandbox "${this.#id}" was changed without its lease`))
        : write(lease, position);
    if (position !== undefined) this.#held.position = position + length;
    return writing.then((isWritten) => {
      if (!isWritten)
        throw this.lose(new StoreError(`another replica has taken sandbox "${this.#id}" over; try again`));
      if (this.#held.current !== lease || this.#held.seen === undefined) return;
      this.#held.hold(lease!, sentAt);
      this.#held.seen = { generation: this.#held.seen.generation, position: position! + length, mark: lease!.mark };
    }, this.#fail);
  }

  /** Writes the whole state, so that the changes before it can be dropped. */
  #keep(): void {
    // The state has what waits to be sent.
    this.flush();
    const { current: lease, position } = this.#held;
    if (lease === undefined || position === undefined || this.#isKeeping) return;
    this.#isKeeping = true;
    // If it fails, the log is longer than need be.
    const keeping = this.#log.keep(lease, position, this.#copy.state()).catch(ignore);
    void keeping.finally(() => {
      this.#isKeeping = false;
    });
  }

  readonly #fail = (error: unknown): never => {
    throw this.lose(error);
  };
}

function ignore(): void {
  // A request that waits for the write gets the error.
}
