/** Reports to a listener what changes in a sandbox. Without a listener, nothing is collected. */

import type { ScheduledEvent } from '../world/world.js';
import type { ExchangeChange, SandboxChange } from './change.js';
import type { RecordedAction } from './replay-history.js';
import type { SandboxState } from './state.js';
import type { IssuedNumbers } from './snapshot.js';

export class ChangeReporter {
  readonly #sandbox: SandboxState;
  readonly #listener: (change: SandboxChange) => void;
  /** The numbers that the listener knows. */
  #reported!: IssuedNumbers;

  constructor(sandbox: SandboxState, listener: (change: SandboxChange) => void) {
    this.#sandbox = sandbox;
    this.#listener = listener;
    this.skip();
  }

  /** Takes the present state as known: it was read from where the listener writes to. */
  skip(): void {
    const { issued, calls, windows, spoiltTokens } = this.#sandbox;
    this.#reported = { ...issued };
    for (const map of [calls, windows, spoiltTokens]) map.takeChanged();
  }

  /** Runs `act`, which handles an exchange at this time, and reports what it has changed. */
  exchange<Result>(at: number, act: () => Result): Result {
    const { world } = this.#sandbox;
    const { version, scheduled } = world;
    try {
      return act();
    } finally {
      this.#listener(this.#exchange(at, version, scheduled));
    }
  }

  action(recorded: RecordedAction): void {
    this.#reported = recorded.issued;
    const clock = recorded.action.type === 'clock-set' && { clock: this.#sandbox.clock.state() };
    this.#listener({ type: 'action', ...recorded, ...clock });
  }

  forgotten(exchange: number): void {
    this.#listener({ type: 'forgotten', exchange });
  }

  /**
   * @param events how many there were before the exchange
   * @param scheduled those before the exchange
   */
  #exchange(at: number, events: number, scheduled: readonly ScheduledEvent[]): ExchangeChange {
    const { world, issued, calls, windows, spoiltTokens } = this.#sandbox;
    const changed = {
      issued: otherNumbers(issued, this.#reported),
      events: world.version > events ? world.history.slice(events) : [],
      ...(world.scheduled !== scheduled && otherSchedule(world.scheduled, scheduled)),
      calls: calls.takeChanged(),
      windows: windows.takeChanged(),
      spoiltTokens: spoiltTokens.takeChanged(),
    };
    this.#reported = { ...issued };
    const present = Object.fromEntries(Object.entries(changed).filter(([, value]) => !isEmpty(value)));
    return { type: 'exchange', number: issued.exchanges, at, ...present };
  }
}

function otherNumbers(issued: IssuedNumbers, before: IssuedNumbers): Partial<IssuedNumbers> {
  const others: { -readonly [Kind in keyof IssuedNumbers]?: number } = {};
  for (const kind of Object.keys(issued) as (keyof IssuedNumbers)[])
    if (kind !== 'exchanges' && issued[kind] !== before[kind]) others[kind] = issued[kind];
  return others;
}

/** How scheduled events differ from those before: the first ones were due, others were added anywhere. */
function otherSchedule(
  scheduled: readonly ScheduledEvent[],
  before: readonly ScheduledEvent[],
): Pick<ExchangeChange, 'due' | 'scheduled'> {
  const [known, left] = [new Set(before), new Set(scheduled)];
  return {
    due: before.filter((planned) => !left.has(planned)).length,
    scheduled: scheduled.filter((planned) => !known.has(planned)),
  };
}

function isEmpty(value: number | object | undefined): boolean {
  return value === undefined || value === 0 || (typeof value === 'object' && Object.keys(value).length === 0);
}
