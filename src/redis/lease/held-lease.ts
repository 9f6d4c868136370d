/** What this replica has of a sandbox in the store, as far as it knows: the lease, and a copy up to a place in the log. */

import { LEASE_MILLISECONDS } from '../sandbox-log.js';
import type { Lease, SeenPlace } from '../sandbox-log-replies.js';

/** The lease counts as over a little earlier here than in Redis. */
const MARGIN_MILLISECONDS = 250;

export class HeldLease {
  /** With what is not acknowledged yet; undefined without a copy. */
  position: number | undefined;
  /** With what is acknowledged; undefined if the sandbox is not known. */
  seen: SeenPlace | undefined;
  /** Counts how often the sandbox was replaced; undefined if it is not known. */
  epoch: string | undefined;
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

  /** The copy has everything up to this place. */
  reach(place: SeenPlace, epoch: string): void {
    this.seen = place;
    this.position = place.position;
    this.epoch = epoch;
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

  /** The sandbox is no longer known. */
  forget(): void {
    this.end();
    this.position = this.seen = this.epoch = undefined;
  }
}
