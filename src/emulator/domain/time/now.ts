/** The time at which a world is read. */

export const DAY = 86_400_000;

/** An interval in milliseconds since 1970; `until` is exclusive. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** The span of what is the same at any time. */
export const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** The time of a sandbox's clock when a world is read, with the comparisons that computations need. */
export class Now {
  /** When the sandbox's clock started. Relative moments count from it. */
  readonly epoch: number;
  /** Milliseconds since then. {@link ObservedTime} does not notice who reads it. */
  readonly sinceStart: number;
  readonly #now: number;

  /**
   * @param now the time of the sandbox's clock
   * @param epoch when that clock started; both in milliseconds since 1970
   */
  constructor(now: number, epoch: number) {
    this.#now = now;
    this.epoch = epoch;
    this.sinceStart = now - epoch;
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#now;
  }

  /** Whether a moment has come. */
  hasCome(at: number): boolean {
    return at <= this.#now;
  }

  /** Whole days since a moment, negative before it. */
  daysSince(at: number): number {
    return Math.floor((this.#now - at) / DAY);
  }

  /** Whether the time is in the interval. */
  isWithin({ from, until }: Span): boolean {
    return this.#now >= from && this.#now < until;
  }
}
