import type { Missed } from '../sandbox-log-replies.js';

/** The copy that one replica has of a sandbox, as its lease sees it. */
export interface LeasedCopy {
  /**
   * Brings the copy to the place that was read. `missed.state` replaces it.
   * @param isEmptied whether the journal was emptied because the sandbox was replaced
   */
  readonly catchUp: (missed: Missed, isEmptied: boolean) => void;
  /** Continues the time of the copy from a moment that another replica may have shown, by the time of the store. */
  readonly continueFrom: (moment: number) => void;
  /** The whole state of the copy. */
  readonly state: () => string;
  /** Drops the copy: the store has another state, or nobody knows. */
  readonly drop: () => void;
  /** Adds what others have written to the journal, if somebody follows it. @throws StoreError */
  readonly followJournal: () => Promise<void>;
  readonly journal: {
    /** Writes everything that the store does not have. */
    readonly settle: () => Promise<void>;
  };
  /** The sandbox was here, and the store has it no more: it was removed or has expired, or Redis has lost its data. */
  readonly onGone: () => void;
}
