/**
 * Writes to a database in batches, one after the other. All that is queued while a batch is written, and all that one
 * synchronous run queues, is one batch: it is stored as a whole or not at all. So a log never has a gap, and many
 * requests share the wait for the disk. After a batch that could not be written, no other is: they build on it.
 */

/** A row to put, or to delete if it has no value. */
export interface Row {
  readonly key: string;
  readonly value?: string;
}

/** Rows that belong together. */
export interface Write {
  readonly rows: readonly Row[];
  /** Called when they are stored. */
  readonly done?: () => void;
}

/** How long rows wait that nobody waits for, in milliseconds. */
const LATER = 50;

export class WriteQueue {
  readonly #write: (rows: readonly Row[]) => Promise<void>;
  readonly #failed: (error: Error) => void;
  #queued: Write[] = [];
  #writing: Promise<void> = Promise.resolve();
  /** The batch of what is queued. */
  #next: Promise<void> | undefined;
  #later: NodeJS.Timeout | undefined;

  /**
   * @param write stores all rows or none
   * @param failed called when a batch could not be written
   */
  constructor(write: (rows: readonly Row[]) => Promise<void>, failed: (error: Error) => void) {
    this.#write = write;
    this.#failed = failed;
  }

  add(write: Write): void {
    this.#queued.push(write);
    this.#start();
  }

  /** Queues rows that nobody waits for: they are written with the next ones, or after a moment. */
  addLater(write: Write): void {
    this.#queued.push(write);
    if (this.#next !== undefined) return;
    this.#later ??= setTimeout(this.#start, LATER).unref();
  }

  /** Resolves when everything that is queued is stored. Rejects if it could not be, or something before it. */
  flushed(): Promise<void> {
    if (this.#queued.length > 0) this.#start();
    return this.#next ?? this.#writing;
  }

  readonly #start = (): void => {
    clearTimeout(this.#later);
    this.#later = undefined;
    if (this.#next !== undefined) return;
    this.#next = this.#writing.then(this.#writeQueued);
    // Whoever waits for the batch gets the error; if nobody does, it is not unhandled.
    this.#next.catch(() => undefined);
  };

  readonly #writeQueued = async (): Promise<void> => {
    const writes = this.#queued;
    this.#queued = [];
    this.#writing = this.#next!;
    this.#next = undefined;
    try {
      await this.#write(writes.flatMap(({ rows }) => rows));
    } catch (error) {
      this.#failed(error as Error);
      throw error;
    }
    for (const { done } of writes) done?.();
  };
}
