/** The writes of one sandbox in their order. What happens in one turn of the event loop is written as one. */

/** The changes of this turn. */
interface Batch {
  readonly changes: string[];
  readonly written: Promise<void>;
  readonly send: () => void;
}

export class OrderedWrites {
  readonly #write: (changes: readonly string[]) => Promise<void>;
  #batch: Batch | undefined;
  #last: Promise<void> = Promise.resolve();

  /** @param write sends changes, after everything that was sent before */
  constructor(write: (changes: readonly string[]) => Promise<void>) {
    this.#write = write;
  }

  /** Whether changes wait to be sent. */
  get isWaiting(): boolean {
    return this.#batch !== undefined;
  }

  /** Adds a change to those of this turn. */
  append(change: string): void {
    (this.#batch ?? this.#newBatch()).changes.push(change);
  }

  /** Sends the changes of this turn now. */
  flush(): void {
    this.#batch?.send();
  }

  /** Takes a write that was sent after all before it. */
  add(write: Promise<void>): void {
    this.#last = write;
    write.catch(() => {
      // Those who waited have the error. What is read later is not what failed.
      if (this.#last === write) this.#last = Promise.resolve();
    });
  }

  /** Resolves when everything so far is written, and rejects if the last of it was not. */
  written(): Promise<void> {
    return this.#batch?.written ?? this.#last;
  }

  #newBatch(): Batch {
    const changes: string[] = [];
    let settle: (written: Promise<void>) => void;
    const written = new Promise<void>((resolve) => {
      settle = resolve;
    });
    written.catch(ignore);
    const send = (): void => {
      if (this.#batch !== batch) return;
      this.#batch = undefined;
      this.add(this.#write(changes));
      settle(this.#last);
    };
    const batch: Batch = { changes, written, send };
    this.#batch = batch;
    setImmediate(send);
    return batch;
  }
}

function ignore(): void {
  // The request that waits for it gets the error.
}
