/**
 * The clock of a sandbox, by which everything in the sandbox expires or ages. Only this file reads the machine's time.
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

/** The state of a sandbox's clock in a store. A running clock continues by the machine's time while it is stored. */
export interface ClockState {
  /** Milliseconds between the machine's time and the clock's while it runs. */
  readonly offset: number;
  /** The time of a stopped clock, in milliseconds since 1970. */
  readonly frozenAt?: number;
  /** When the clock was stopped, by the machine's time. Default: now. */
  readonly frozenSince?: number;
  /** The latest time at which something happened. A running clock shows no earlier time. */
  readonly latest: number;
}

/** The earliest time of a clock, in milliseconds since 1970. */
export const EARLIEST_TIME = 0;
/** The latest time of a clock: long before the year 10000, so that dates of expiry still have four-digit years. */
export const LATEST_TIME = Date.UTC(9_000, 0);

/** Whether a time is in the range of a clock, in milliseconds since 1970. */
export function isClockTime(time: number): boolean {
  return time >= EARLIEST_TIME && time <= LATEST_TIME;
}

/** A clock that runs with the machine's clock at any offset, or is frozen. */
export class SandboxClock implements Clock {
  readonly #machine: Clock;
  /** The clock shows nothing before `latest`, even if the machine's time is set back or another machine takes over. */
  #state: { -readonly [Member in keyof ClockState]: ClockState[Member] } = { offset: 0, latest: EARLIEST_TIME };
  /** The time that the clock shows while `atOneMoment` runs; undefined otherwise. */
  #shownMoment: number | undefined;

  /** @param initial a time to start with, or the state to continue from; default: the machine's time, running */
  constructor(initial?: ClockReading | ClockState, machine: Clock = machineClock()) {
    this.#machine = machine;
    if (initial === undefined) return;
    if ('time' in initial) this.set(initial);
    else this.restore(initial);
  }

  /** The time in milliseconds since 1970. */
  now(): number {
    const { frozenAt, latest, offset } = this.#state;
    return this.#shownMoment ?? frozenAt ?? Math.max(latest, this.#machine.now() + offset);
  }

  /**
   * The time for things that clients wait for, such as the end of a throttle. It equals the clock's time, but continues
   * while the clock is frozen: otherwise a client that waits in real time would wait forever.
   */
  waitingTime(): number {
    const { frozenAt, frozenSince = 0 } = this.#state;
    return frozenAt === undefined ? this.now() : frozenAt + this.#machine.now() - frozenSince;
  }

  /** The time after a delay in milliseconds, at most {@link LATEST_TIME}. */
  timeAfter(delay: number): number {
    return Math.min(Math.round(this.now() + delay), LATEST_TIME);
  }

  reading(): ClockReading {
    return { time: this.now(), frozen: this.#state.frozenAt !== undefined };
  }

  /** @throws RangeError if the time is not in the range of a clock; the clock does not change then */
  set({ time, frozen }: ClockReading): void {
    if (!isClockTime(time)) throw new RangeError(`a clock shows times from 1970 to 9000, not ${time}`);

    const now = this.#machine.now();
    // A clock that is frozen already keeps its start, so that the waiting time continues.
    const { frozenSince = now } = this.#state;
    if (frozen) this.#state = { offset: 0, frozenAt: time, frozenSince, latest: time };
    else this.#state = { offset: time - now, latest: time };
  }

  /** The state from which the clock continues in another process, or on another machine. */
  state(): ClockState {
    return { ...this.#state };
  }

  /** Continues from a state. */
  restore({ offset, frozenAt, frozenSince = this.#machine.now(), latest }: ClockState): void {
    this.#state = frozenAt === undefined ? { offset, latest } : { offset, frozenAt, frozenSince, latest };
  }

  /**
   * Stops the clock while `act` runs, so that everything in one request has one time.
   * @param at the time that the clock shows meanwhile; default: the current time
   */
  atOneMoment<Result>(act: (now: number) => Result, at = this.now()): Result {
    const before = this.#shownMoment;
    this.#shownMoment = at;
    if (at > this.#state.latest) this.#state.latest = at;

    try {
      return act(at);
    } finally {
      this.#shownMoment = before;
    }
  }
}
