/** The wait for a lease that another replica has. */

/** Asks again after this time, in case no message says that the lease is free. */
const ASK_AGAIN_MILLISECONDS = 100;

export class LeaseWait {
  #wake: (() => void) | undefined;
  #isFree = false;

  /** A request for the lease is sent. */
  begin(): void {
    this.#isFree = false;
  }

  /** Another replica says that the lease is free. The message may come before the reply that says to wait for it. */
  end(): void {
    this.#isFree = true;
    this.#wake?.();
  }

  /** Resolves when the lease may be free. @param milliseconds until it expires */
  over(milliseconds: number): Promise<void> {
    if (this.#isFree) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(Math.max(milliseconds, 1), ASK_AGAIN_MILLISECONDS));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
