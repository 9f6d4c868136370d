/** The clock of one sandbox: it runs with the machine's at any distance from it, or stands still. */

import { runningClock, type Clock } from './clock.js';

/** What a clock shows, and whether it goes on. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly frozen: boolean;
}

/** The years that a clock may show. Links and tokens count from 1970, and dates a few hundred years ahead still have four digits. */
export const EARLIEST_TIME = 0;
export const LATEST_TIME = Date.UTC(9_000, 0);

/** Whether a clock may show this time, in milliseconds since 1970. */
export function isClockTime(time: number): boolean {
  return time >= EARLIEST_TIME && time <= LATEST_TIME;
}

export class SandboxClock implements Clock {
  readonly #machine: Clock;
  /** Added to the machine's time while the clock runs. */
  #ahead = 0;
  /** What it shows while it stands still. */
  #frozenAt: number | undefined;
  #heldAt: number | undefined;

  /** @param reading what the clock shows at first; the machine's time, running, where it is absent */
  constructor(reading?: ClockReading, machine: Clock = runningClock()) {
    this.#machine = machine;
    if (reading !== undefined) this.set(reading);
  }

  now(): number {
    return this.#heldAt ?? this.#frozenAt ?? this.#machine.now() + this.#ahead;
  }

  /** When so many milliseconds have passed; a clock never shows more than {@link LATEST_TIME}, so that later is never. */
  timeAfter(delay: number): number {
    return Math.min(Math.round(this.now() + delay), LATEST_TIME);
  }

  reading(): ClockReading {
    return { time: this.now(), frozen: this.#frozenAt !== undefined };
  }

  /** @throws RangeError where {@link isClockTime} does not hold; nothing has changed then */
  set({ time, frozen }: ClockReading): void {
    if (!isClockTime(time)) throw new RangeError(`a clock shows times from 1970 to 9000, not ${time}`);
    this.#frozenAt = frozen ? time : undefined;
    this.#ahead = frozen ? 0 : time - this.#machine.now();
  }

  /** Lets no time pass while `act` runs, so that all of it happens at one moment. */
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
