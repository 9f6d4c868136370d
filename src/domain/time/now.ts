/** The time at which a world is looked at. */

export const DAY = 86_400_000;

/** From when, and until just before when; milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/**
 * A time that knows how long it would have told the same: every question narrows the span in which all its answers so far
 * are right. Whatever has been computed by it and by nothing else that changes is good for that span, and nobody has to
 * say so beside the computation, where it would be forgotten.
 */
export class Now {
  /** When the sandbox's clock started: what relative moments count from. Never changes. */
  readonly epoch: number;
  readonly #now: number;
  #from = Number.NEGATIVE_INFINITY;
  #until = Number.POSITIVE_INFINITY;

  /** Both in milliseconds since 1970; `now` is the time of the sandbox's clock. */
  constructor(now: number, epoch: number) {
    this.#now = now;
    this.epoch = epoch;
  }

  /** The time itself, in milliseconds since 1970; whatever is computed by it is good for this moment alone. */
  get now(): number {
    this.#narrow(this.#now, this.#now);
    return this.#now;
  }

  /** Whether a moment has come. */
  hasCome(at: number): boolean {
    const has = at <= this.#now;
    if (has) this.#narrow(at, Number.POSITIVE_INFINITY);
    else this.#narrow(Number.NEGATIVE_INFINITY, at);
    return has;
  }

  /** Whole days since a moment; negative before it. */
  daysSince(at: number): number {
    const days = Math.floor((this.#now - at) / DAY);
    this.#narrow(at + days * DAY, at + (days + 1) * DAY);
    return days;
  }

  /** Whether it lies in a span. */
  isWithin({ from, until }: Span): boolean {
    if (this.#now >= from && this.#now < until) {
      this.#narrow(from, until);
      return true;
    }
    this.#narrow(this.#now, this.#now);
    return false;
  }

  /** In which everything that was asked so far would have been answered alike. */
  get span(): Span {
    return { from: this.#from, until: this.#until };
  }

  #narrow(from: number, until: number): void {
    if (from > this.#from) this.#from = from;
    if (until < this.#until) this.#until = until;
  }
}
