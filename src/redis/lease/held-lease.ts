/** The lease that this replica has of a sandbox, as far as it knows. */

import { LEASE_MILLISECONDS } from '../sandbox-log.js';
import type { Lease } from '../sandbox-log-replies.js';

/** The lease counts as over a little earlier here than in Redis. */
const MARGIN_MILLISECONDS = 250;

export class HeldLease {
  #lease: Lease | undefined;
  /** A reading of `performance.now()`. */
  #validUntil = 0;

  get current(): Lease | undefined {
    return this.#lease;
  }

  get isValid(): boolean {
    return this.#lease !== undefined && performance.now() < this.#validUntil - MARGIN_MILLISECONDS;
  }

  /** @param since when the request that took or renewed the lease was sent, a reading of `performance.now()` */
  hold(lease: Lease, since: number): void {
    this.#lease = lease;
    this.#validUntil = since + LEASE_MILLISECONDS;
  }

  /** Others may have changed the sandbox: the lease has to be taken again, although what is under way may succeed. */
  distrust(): void {
    this.#validUntil = 0;
  }

  /** The replica has the lease no longer. Returns the one that it had. */
  end(): Lease | undefined {
    const lease = this.#lease;
    this.#lease = undefined;
    return lease;
  }
}
