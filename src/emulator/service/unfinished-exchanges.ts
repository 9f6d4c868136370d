/** Counts the exchanges that are not over, so that an emulator that ends can wait for them. */
export class UnfinishedExchanges {
  /** Whether the ending emulator has waited long enough, and now closes the connections itself. */
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

  /** Resolves when all exchanges are over. After their connections were closed, this takes little time. */
  whenOver(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onNone = resolve;
    });
  }
}
