/** Taking the lease of a sandbox, which another replica may have. */

import { StoreError } from '../../emulator/store/store-error.js';
import type { Lease, Taken } from '../sandbox-log-replies.js';

/** A request waits for the lease at most so long. */
const LONGEST_WAIT_MILLISECONDS = 6_000;
/** Asks again after this time, in case no message says that the lease is free. */
const ASK_AGAIN_MILLISECONDS = 100;

/** A lease, and when the request that took it was sent: a reading of `performance.now()`. */
type TakenLease = Extract<Taken, { lease: Lease }> & { readonly sentAt: number };

/** The wait for a lease that another replica has. */
export class LeaseWait {
  #wake: (() => void) | undefined;
  #isFree = false;

  /** Another replica says that the lease is free. The message may come before the reply that says to wait for it. */
  end(): void {
    this.#isFree = true;
    this.#wake?.();
  }

  /**
   * Asks for the lease of a sandbox until this replica has it. Undefined if there is no such sandbox.
   * @throws StoreError if another replica keeps it too long
   */
  async take(id: string, take: () => Promise<Taken | undefined>): Promise<TakenLease | undefined> {
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    for (;;) {
      const sentAt = performance.now();
      this.#isFree = false;
      const taken = await take();
      if (taken === undefined) return undefined;
      if (taken.wait === undefined) return { ...taken, sentAt };
      if (performance.now() > deadline)
        throw new StoreError(`another replica keeps sandbox "${id}" busy in the store; try again`);
      await this.#over(taken.wait);
    }
  }

  /** Resolves when the lease may be free. @param milliseconds until it expires */
  #over(milliseconds: number): Promise<void> {
    if (this.#isFree) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, ASK_AGAIN_MILLISECONDS));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
