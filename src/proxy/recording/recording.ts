/** What was recorded. */
export interface Recording {
  /** The folder; undefined where nothing was written, because nothing had passed that could be recorded. */
  readonly folder?: string;
  readonly parties: number;
  readonly credentials: number;
  /** Rows of the users list. */
  readonly requests: number;
  /** What could not be recorded, a sentence each; nothing personal. */
  readonly notes: readonly string[];
}
