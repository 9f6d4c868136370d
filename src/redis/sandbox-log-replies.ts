/** What Redis says of one sandbox: its lease, its state as a snapshot and the changes since, its journal. */

/** A place in a log that a replica has seen. */
export interface SeenPlace {
  /** Random: another log of a sandbox with the same ID has another one. */
  readonly generation: string;
  /** Number of changes. */
  readonly position: number;
  /** Random: which lease wrote the last change. */
  readonly mark: string;
}

/** The right to write a sandbox. */
export interface Lease {
  /** Fencing token, mark and replica. */
  readonly text: string;
  readonly mark: string;
}

/** What a copy of a sandbox has missed. */
export interface Missed {
  /** Where the copy is then. */
  readonly place: SeenPlace;
  /** Counts how often the sandbox was replaced, and its journal emptied. */
  readonly epoch: string;
  /** The log has less than was seen of it before: Redis has lost data. How many changes, if that is known. */
  readonly loss: { readonly changes: number | undefined } | undefined;
  /** The state to begin with; undefined if the copy continues. */
  readonly state: string | undefined;
  /** The changes since, the oldest first. */
  readonly changes: readonly string[];
}

export interface TakenLease {
  readonly lease: Lease;
  /** Whether another replica waits for it. */
  readonly isWanted: boolean;
  readonly missed: Missed;
  /** The last moment that a replica may have shown, by the time of the store. */
  readonly shownUntil: number;
}

/** The reply of `TAKE` in `scripts.ts`, unless another replica has the lease or there is no such sandbox. */
export type CaughtUp = readonly [
  is: 'read',
  generation: string,
  position: number,
  mark: string,
  epoch: string,
  isIntact: number,
  state: string | null,
  changes: readonly string[],
  lease: string,
  waiting: number,
  shown: string,
];

export function missedOf(caught: CaughtUp, seen: SeenPlace): Missed {
  const [, generation, position, mark, epoch, isIntact, state, changes] = caught;
  const lost = seen.position - position;
  // Nobody knows how many if others have written as much since.
  const known = seen.generation === generation && lost > 0 ? lost : undefined;
  return {
    place: { generation, position, mark },
    epoch,
    loss: isIntact === 1 ? undefined : { changes: known },
    state: state ?? undefined,
    changes,
  };
}
