/**
 * A sandbox is one isolated institution: its credentials, world, clock and active scenarios. It changes only by
 * exchanges and actions, which can be recorded and repeated.
 */

import { nonEmpty } from '../../../common/json.js';
import type { ScheduledEvent } from '../world/world.js';
import type { ActionChange, ExchangeChange, SandboxChange } from './change.js';
import type { RecordedAction, SandboxAction } from './replay-history.js';
import { SandboxState } from './state.js';

/** Number and time of a request that is being handled. */
export interface ExchangeStart {
  /** Counts from 1 in each sandbox. */
  readonly number: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
}

/** A sandbox, as requests and tests use it. Each of its changes is reported, so that a store can keep them. */
export class Sandbox extends SandboxState {
  #onChange: ((change: SandboxChange) => void) | undefined;

  /**
   * Calls `listener` with everything that changes from now on, at the end of each exchange and of each action.
   * @param listener must not throw: the sandbox has changed already
   */
  set onChange(listener: (change: SandboxChange) => void) {
    this.#onChange = listener;
    // The maps record what is set in them only after this first call.
    this.#takeChanges();
  }

  /** Handles a request at one moment of the clock. `handle` is synchronous, so nothing else happens meanwhile. */
  exchange<Result>(handle: (start: ExchangeStart) => Result): Result {
    return this.clock.atOneMoment((at) => {
      if (this.replayHistory.needsCheckpoint(this.numbers.exchanges + 1)) this.#addCheckpoint();

      const { version: eventsBefore, scheduled: scheduledBefore } = this.world;
      // A `handle` that throws is reported, too: it has used the number, and may have changed the world.
      try {
        return handle({ number: this.nextNumber('exchanges'), at });
      } finally {
        this.#onChange?.(this.#changeSince(eventsBefore, scheduledBefore, at));
      }
    });
  }

  /**
   * Changes the sandbox and records the action.
   * @throws WorldEventError, RangeError if the action is not possible; the sandbox does not change then
   */
  perform(action: SandboxAction): void {
    const recorded = this.clock.atOneMoment((at): RecordedAction => {
      this.#applyAction(action);
      return { after: this.numbers.exchanges, at, action, issued: { ...this.numbers } };
    });
    this.replayHistory.addAction(recorded);

    // How a clock goes on cannot be told from the action alone.
    const change: ActionChange = { type: 'action', ...recorded };
    this.#onChange?.(action.type === 'clock-set' ? { ...change, clock: this.clock.state() } : change);
  }

  /** Starts the recording again, because the journal is emptied. */
  forget(): void {
    this.replayHistory.clear();
    this.forgotten = this.numbers.exchanges;
    this.#onChange?.({ type: 'forgotten', exchange: this.forgotten });
  }

  /**
   * Applies a change that was made before: by an earlier process, or by another process with the same sandbox.
   * @throws WorldEventError if the change does not follow the sandbox's last change
   */
  apply(change: SandboxChange): void {
    if (change.type === 'exchange') this.#repeatExchange(change);
    else if (change.type === 'action') this.#repeatAction(change);
    else {
      this.replayHistory.clear();
      this.forgotten = change.exchange;
    }

    // The listener must not hear of these changes with the next exchange: somebody else has reported them.
    if (this.#onChange !== undefined) this.#takeChanges();
  }

  /** Applies scheduled events that are due. Must be called before the world is read. */
  settle(): void {
    if (this.world.isDue()) this.perform({ type: 'world-settled' });
  }

  /** Adds the present state as a checkpoint, from which actions can be repeated. */
  #addCheckpoint(): void {
    this.replayHistory.addCheckpoint({
      after: this.numbers.exchanges,
      snapshot: this.snapshotWith([]),
      events: this.world.history.length,
    });
  }

  /**
   * What an exchange changed. The caller has remembered what the world was like before.
   * @param eventsBefore number of events before the exchange
   */
  #changeSince(eventsBefore: number, scheduledBefore: readonly ScheduledEvent[], at: number): ExchangeChange {
    const { world } = this;
    return {
      type: 'exchange',
      at,
      issued: { ...this.issued },
      ...nonEmpty('events', world.history.slice(eventsBefore)),
      ...this.#takeChanges(),
      // The world replaces the list whenever it changes.
      ...(world.scheduled !== scheduledBefore && { scheduled: world.scheduled }),
    };
  }

  /** The entries of the bounded maps that were set since the last call. A map without such entries is left out. */
  #takeChanges(): Pick<ExchangeChange, 'calls' | 'windows' | 'spoiltTokens'> {
    return {
      ...nonEmpty('calls', this.calls.takeChanged()),
      ...nonEmpty('windows', this.windows.takeChanged()),
      ...nonEmpty('spoiltTokens', this.spoiltTokens.takeChanged()),
    };
  }

  /** Applies the change of an exchange that another process has handled. */
  #repeatExchange({ at, issued, events = [], scheduled, ...entries }: ExchangeChange): void {
    // A bundle of this process must be able to begin at a checkpoint, whichever process handles the exchanges.
    this.clock.atOneMoment(() => {
      if (this.replayHistory.needsCheckpoint(issued.exchanges)) this.#addCheckpoint();
    }, at);

    this.numbers = { ...issued };
    this.world.repeat(events, scheduled);
    for (const [key, calls] of entries.calls ?? []) this.calls.set(key, calls);
    for (const [key, window] of entries.windows ?? []) this.windows.set(key, window);
    for (const [tokenId, flaw] of entries.spoiltTokens ?? []) this.spoiltTokens.set(tokenId, flaw);
  }

  /** Repeats an action at its time. Then numbers and clock are as they were after it. */
  #repeatAction({ after, at, action, issued, clock }: ActionChange): void {
    this.clock.atOneMoment(() => this.#applyAction(action), at);
    if (clock !== undefined) this.clock.restore(clock);
    this.numbers = { ...issued };
    this.replayHistory.addAction({ after, at, action, issued });
  }

  /** Applies an action, without recording it. */
  #applyAction(action: SandboxAction): void {
    if (action.type === 'scenarios-activated') this.activations = [...this.activations, ...action.activations];
    else if (action.type === 'scenarios-deactivated')
      this.activations = this.activations.filter(({ id }) => !action.ids.includes(id));
    else if (action.type === 'clock-set') this.clock.set(action.reading);
    else {
      // Both remaining actions, `world-settled` and `world-changed`, apply the events that are due first.
      this.world.settle();
      if (action.type === 'world-changed') this.world.applyAll(action.events, action.scheduled);
    }
  }
}
