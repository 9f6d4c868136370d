/** The clock of a sandbox, read and set. What expires or ages follows this clock; delays by faults are in real time. */

import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { isoTimestamp, parseTimestamp } from '../../domain/time/timestamp.js';
import { parseDuration } from '../../domain/time/duration.js';
import { type ClockReading, isClockTime } from '../../domain/time/clock.js';
import type { ShownClock } from '../documents.js';
import { unexpected, unprocessable } from '../problem.js';

/** A reading in a response. */
export function shownClock({ time, frozen }: ClockReading): ShownClock {
  return { time: isoTimestamp(time), frozen };
}

/** The methods for the clock of a sandbox. */
export class ClockControl {
  readonly #sandbox: () => Sandbox;

  /** @internal */
  constructor(sandbox: () => Sandbox) {
    this.#sandbox = sandbox;
  }

  /** The time now. */
  now(): Date {
    return new Date(this.#sandbox().clock.now());
  }

  /** The time now, and whether the clock is stopped. */
  reading(): ShownClock {
    return shownClock(this.#sandbox().clock.reading());
  }

  /**
   * Moves the clock by a duration, forward or back: `PT2H`, `2h`, `-15m`, or milliseconds.
   * @throws Problem 422
   */
  advance(by: string | number): ShownClock {
    const length = typeof by === 'number' ? by : parseDuration(by);
    if (length === undefined || !Number.isFinite(length))
      throw unexpected('duration', 'a duration such as "PT2H", "2h" or "-15m"', by, '/by');

    const { time, frozen } = this.#sandbox().clock.reading();

    return this.#set({ time: Math.round(time + length), frozen }, '/by');
  }

  /**
   * Sets the clock to a time. Default: the time stays. Without `frozen`, the clock runs or is stopped as before.
   * @throws Problem 422
   */
  set(time?: string | Date, options: { readonly frozen?: boolean } = {}): ShownClock {
    const { frozen = this.reading().frozen } = options;
    return this.#set({ time: this.#milliseconds(time), frozen }, '/time');
  }

  /**
   * Stops the clock, now or at a time.
   * @throws Problem 422
   */
  freeze(at?: string | Date): ShownClock {
    return this.#set({ time: this.#milliseconds(at), frozen: true }, '/time');
  }

  /** Lets the clock run again from its current time. */
  thaw(): ShownClock {
    return this.#set({ time: this.#milliseconds(), frozen: false }, '/time');
  }

  /** Sets the clock. A mistake is reported at `pointer`. @throws Problem */
  #set(reading: ClockReading, pointer: string): ShownClock {
    const range = 'The clock can be set to times from 1970-01-01T00:00:00Z to 9000-01-01T00:00:00Z.';
    if (!isClockTime(reading.time)) throw unprocessable('Time out of range', range, pointer);

    this.#sandbox().perform({ type: 'clock-set', reading });
    return this.reading();
  }

  /** Parses a time that was given to a method. @throws Problem */
  #milliseconds(time: string | Date = this.now()): number {
    const at = typeof time === 'string' ? parseTimestamp(time) : time.getTime();
    if (at === undefined) throw unexpected('time', 'a time such as 2026-01-31T09:00:00Z', time, '/time');
    return at;
  }
}
