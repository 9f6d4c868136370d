/**
 * The clock of a sandbox. Everything in a sandbox that expires or ages uses it. No other code reads the machine's time.
 */

/** A source of the time. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The machine's clock. */
export function machineClock(): Clock {
  return { now: () => Date.now() };
}

/** The state of a sandbox's clock. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly frozen: boolean;
}

/**
 * Range of a clock. Links and tokens count from 1970; dates a few hundred years after the latest time still have a
 * four-digit year.
 */
export const EARLIEST_TIME = 0;
export const LATEST_TIME = Date.UTC(9_000, 0);

/** Whether a time is in the range of a clock, in milliseconds since 1970. */
export function isClockTime(time: number): boolean {
  return time >= EARLIEST_TIME && time <= LATEST_TIME;
}

/** Runs with the machine's clock at any offset, or is frozen. */
export class SandboxClock implements Clock {
  readonly #machine: Clock;
  /** Offset from the machine's time while the clock runs. */
  #offset = 0;
  /** The time of a frozen clock. */
  #frozenAt: number | undefined;
  /** The time while `held` runs. */
  #heldAt: number | undefined;

  /** @param reading the initial state; default: the machine's time, running */
  constructor(reading?: ClockReading, machine: Clock = machineClock()) {
    this.#machine = machine;
    if (reading !== undefined) this.set(reading);
  }

  now(): number {
    return this.#heldAt ?? this.#frozenAt ?? this.#machine.now() + this.#offset;
  }

  /** The time after a delay in milliseconds, at most {@link LATEST_TIME}. */
  timeAfter(delay: number): number {
    return Math.min(Math.round(this.now() + delay), LATEST_TIME);
  }

  reading(): ClockReading {
    return { time: this.now(), frozen: this.#frozenAt !== undefined };
  }

  /** @throws RangeError if the time is not in the range of a clock; the clock does not change then */
  set({ time, frozen }: ClockReading): void {
    if (!isClockTime(time)) throw new RangeError(`a clock shows times from 1970 to 9000, not ${time}`);
    this.#frozenAt = frozen ? time : undefined;
    this.#offset = frozen ? 0 : time - this.#machine.now();
  }

  /** Stops the clock while `act` runs. */
  held<Result>(act: (now: number) => Result): Result {
    const before = this.#heldAt;
    this.#heldAt = this.now();
    try {
      return act(this.#heldAt);
    } finally {
      this.#heldAt = before;
    }
  }
}
