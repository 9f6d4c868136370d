/** Where the copy of a sandbox is in the log of the store. */

import type { SeenPlace } from '../sandbox-log-replies.js';

export class CopyPlace {
  /** With what is not acknowledged yet; undefined without a copy. */
  position: number | undefined;
  /** With what is acknowledged; undefined if the sandbox is not known. */
  seen: SeenPlace | undefined;
  #epoch: string | undefined;

  /** Counts how often the sandbox was replaced. Exchanges of another epoch are not in its journal. */
  get epoch(): string {
    return this.#epoch ?? '0';
  }

  /** Whether the sandbox was replaced since the copy was made. */
  isBefore(epoch: string): boolean {
    return this.#epoch !== undefined && this.#epoch !== epoch;
  }

  /** The copy has everything up to this place. */
  reach(place: SeenPlace, epoch: string): void {
    this.seen = place;
    this.position = place.position;
    this.#epoch = epoch;
  }

  /** The sandbox is replaced by this replica. */
  startEpoch(): void {
    this.#epoch = String(Number(this.epoch) + 1);
  }

  /** The sandbox is no longer known. */
  forget(): void {
    this.position = undefined;
    this.seen = undefined;
    this.#epoch = undefined;
  }
}
