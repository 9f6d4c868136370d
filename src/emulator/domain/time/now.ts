/** The time at which a world is read. */

/** A day in milliseconds. */
export const DAY = 86_400_000;

/** The time of a sandbox's clock when a world is read, with the comparisons that computations need. */
export class Now {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When the sandbox's clock started. Relative moments count from there. */
  readonly epoch: number;

  /**
   * @param now the time of the sandbox's clock, in milliseconds since 1970
   * @param epoch when that clock started, in milliseconds since 1970
   */
  constructor(now: number, epoch: number) {
    this.now = now;
    this.epoch = epoch;
  }

  /** Whether a moment has come. */
  hasCome(at: number): boolean {
    return at <= this.now;
  }

  /** Whole days since a moment, negative before it. */
  daysSince(at: number): number {
    return Math.floor((this.now - at) / DAY);
  }
}

/**
 * A time that records how long its answers stay the same. Each comparison narrows the interval in which all answers so
 * far are right. A list of a world that was made with these answers stays valid in that interval.
 */
export class ObservedTime extends Now {
  /** The interval in which the results so far stay the same: from `from` to just before `until`. */
  from = Number.NEGATIVE_INFINITY;
  until = Number.POSITIVE_INFINITY;

  override hasCome(at: number): boolean {
    const has = super.hasCome(at);
    if (has) this.from = Math.max(this.from, at);
    else this.until = Math.min(this.until, at);
    return has;
  }

  override daysSince(at: number): number {
    const days = super.daysSince(at);
    this.from = Math.max(this.from, at + days * DAY);
    this.until = Math.min(this.until, at + (days + 1) * DAY);

    return days;
  }

  /** Whether the results so far are the same at another time. */
  isValidAt({ now }: Now): boolean {
    return now >= this.from && now < this.until;
  }
}
