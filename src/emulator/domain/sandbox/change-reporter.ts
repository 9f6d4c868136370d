/** Reports to a listener what changes in a sandbox. Without a listener, nothing is collected. */

import type { ScheduledEvent } from '../world/world.js';
import type { ExchangeChange, SandboxChange } from './change.js';
import type { RecordedAction } from './replay-history.js';
import type { SandboxState } from './state.js';

export class ChangeReporter {
  readonly #sandbox: SandboxState;
  readonly #listener: (change: SandboxChange) => void;

  constructor(sandbox: SandboxState, listener: (change: SandboxChange) => void) {
    this.#sandbox = sandbox;
    this.#listener = listener;
    this.skip();
  }

  /** Marks the current state as reported: it was read from where the listener writes to. */
  skip(): void {
    const { calls, windows, spoiltTokens } = this.#sandbox;
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
    const clock = recorded.action.type === 'clock-set' && { clock: this.#sandbox.clock.state() };
    this.#listener({ type: 'action', ...recorded, ...clock });
  }

  forgotten(exchange: number): void {
    this.#listener({ type: 'forgotten', exchange });
  }

  /**
   * @param events number of events before the exchange
   * @param scheduled scheduled events before the exchange
   */
  #exchange(at: number, events: number, scheduled: readonly ScheduledEvent[]): ExchangeChange {
    const { world, issued, calls, windows, spoiltTokens } = this.#sandbox;
    const changed = {
      events: world.history.slice(events),
      calls: calls.takeChanged(),
      windows: windows.takeChanged(),
      spoiltTokens: spoiltTokens.takeChanged(),
    };
    return {
      type: 'exchange',
      at,
      issued: { ...issued },
      ...Object.fromEntries(Object.entries(changed).filter(([, list]) => list.length > 0)),
      ...(world.scheduled !== scheduled && { scheduled: world.scheduled }),
    };
  }
}
