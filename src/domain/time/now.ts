/** The time at which a world is read. */

export const DAY = 86_400_000;

/** From when, and until just before when; milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** One time of a sandbox's clock, and the questions that computations ask of it. */
export class Now {
  /** When the sandbox's clock started: what relative moments count from. Never changes. */
  readonly epoch: number;
  readonly #now: number;

  /** Both in milliseconds since 1970; `now` is the time of the sandbox's clock. */
  constructor(now: number, epoch: number) {
    this.#now = now;
    this.epoch = epoch;
  }

  /** The time itself, in milliseconds since 1970. */
  get now(): number {
    return this.#now;
  }

  /** Whether a moment has come. */
  hasCome(at: number): boolean {
    return at <= this.#now;
  }

  /** Whole days since a moment; negative before it. */
  daysSince(at: number): number {
    return Math.floor((this.#now - at) / DAY);
  }

  /** Whether the time lies in a span. */
  isWithin({ from, until }: Span): boolean {
    return this.#now >= from && this.#now < until;
  }
}
