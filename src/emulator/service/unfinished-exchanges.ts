/** Counts the exchanges that are not over, so that an emulator that ends can wait for them. */
export class UnfinishedExchanges {
  /** Whether the emulator, and not a client, closes the connections: it ends, and has waited long enough. */
  areCutOff = false;
  #count = 0;
  #onNone: (() => void) | undefined;

  begin(): void {
    this.#count++;
  }

  end(): void {
    this.#count--;
    if (this.#count === 0) this.#onNone?.();
  }

  /** Resolves when all are over: soon, once their connections are closed. */
  over(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onNone = resolve;
    });
  }
}
