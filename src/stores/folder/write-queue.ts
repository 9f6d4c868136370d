/**
 * Writes to a database in batches, one after the other. All that is queued while a batch is written, and all that one
 * synchronous run queues, is one batch: it is stored as a whole or not at all. So a log never has a gap, and many
 * requests share the wait for the disk.
 */

/** A row to put, or to delete if it has no value. */
export interface Row {
  readonly key: string;
  readonly value?: string;
}

/** Rows that belong together. */
export interface Write {
  readonly rows: readonly Row[];
  /** The ID of the sandbox that they are about. */
  readonly sandboxId: string;
  /** Called when they are stored. */
  readonly done?: () => void;
}

/** How long rows wait that nobody waits for, in milliseconds. */
const LATER = 50;

export class WriteQueue {
  readonly #write: (rows: readonly Row[]) => Promise<void>;
  readonly #failed: (error: Error, sandboxIds: ReadonlySet<string>) => void;
  #queued: Write[] = [];
  #writing: Promise<void> = Promise.resolve();
  /** The batch of what is queued. */
  #next: Promise<void> | undefined;
  #later: NodeJS.Timeout | undefined;
  /** Why what is queued cannot be stored: it builds on a batch that is lost. */
  #lost: Error | undefined;

  /**
   * @param write stores all rows or none
   * @param failed called when a batch could not be written, with the sandboxes whose writes are lost: those of the
   *   batch, and those that were queued meanwhile, which build on them
   */
  constructor(
    write: (rows: readonly Row[]) => Promise<void>,
    failed: (error: Error, sandboxIds: ReadonlySet<string>) => void,
  ) {
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

  /** Resolves when everything that is queued is stored. Rejects if it could not be. */
  flushed(): Promise<void> {
    if (this.#queued.length > 0) this.#start();
    return this.#next ?? this.#writing;
  }

  readonly #start = (): void => {
    clearTimeout(this.#later);
    this.#later = undefined;
    if (this.#next !== undefined) return;
    this.#next = this.#writeNext(this.#writing);
    // Whoever waits for the batch gets the error; if nobody does, it is not unhandled.
    this.#next.catch(() => undefined);
  };

  async #writeNext(current: Promise<void>): Promise<void> {
    await current.catch(() => undefined);
    const writes = this.#queued;
    this.#queued = [];
    this.#writing = this.#next!;
    this.#next = undefined;
    try {
      if (this.#lost !== undefined) throw this.#lost;
      await this.#write(writes.flatMap(({ rows }) => rows));
    } catch (error) {
      // What is queued behind the batch is lost with it.
      this.#lost = this.#lost === undefined && this.#queued.length > 0 ? (error as Error) : undefined;
      this.#failed(error as Error, new Set([...writes, ...this.#queued].map(({ sandboxId }) => sandboxId)));
      throw error;
    }
    for (const { done } of writes) done?.();
  }
}
