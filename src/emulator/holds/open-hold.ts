/** A hold that a test has opened: it stops the next calls of an operation. */

import { EventEmitter, once } from 'node:events';
import type { components } from '../../contract/control-schemas.js';
import { afterRealTime } from '../../common/platform/real-time.js';
import type { WaitingCall } from './waiting-call.js';

/** What is held: the response, after the request was carried out; or the request, before that. */
export type HoldPoint = components['schemas']['HoldPoint'];

type Terms = components['schemas']['OpenHold'];

/** Which calls a hold stops, with all defaults. Without `endsAfter`, the hold does not end by itself. */
export type HoldTerms = Required<Omit<Terms, 'endsAfter'>> & Pick<Terms, 'endsAfter'>;

/** An open hold, with the calls that it has stopped. */
export class OpenHold {
  /** The ID of the hold, unique in its sandbox. */
  readonly id: string;
  readonly terms: HoldTerms;
  /** Number of the sandbox's last exchange before the hold was opened. */
  readonly openedAfter: number;
  /**
   * The calls that the hold has stopped. A call arrives a little later, when it begins to wait: until then, its
   * exchange is not in the journal.
   */
  readonly stopped: WaitingCall[] = [];
  /** The calls that have arrived, whether they wait or have gone on, in the order of arrival. */
  readonly arrived: WaitingCall[] = [];
  /** Emits `change` when a wait may be over: a call has arrived, the hold has ended, or a time is up. */
  readonly #events = new EventEmitter().setMaxListeners(0);
  #stopTimer = (): void => undefined;
  #hasEnded = false;

  /** @param onTimeUp called after `endsAfter`; must end the hold */
  constructor(id: string, terms: HoldTerms, openedAfter: number, onTimeUp: (hold: OpenHold) => void) {
    this.id = id;
    this.terms = terms;
    this.openedAfter = openedAfter;
    const { endsAfter } = terms;
    if (endsAfter !== undefined) this.#stopTimer = afterRealTime(endsAfter, () => onTimeUp(this));
  }

  /** Whether the hold stops the next call of the operation. */
  stops(operation: string, at: HoldPoint): boolean {
    const { terms } = this;
    return terms.operation === operation && terms.at === at && this.stopped.length < terms.calls;
  }

  /** Whether the hold has stopped all of its calls, and all of them have gone on. */
  get isSpent(): boolean {
    return this.stopped.length === this.terms.calls && this.stopped.every(({ release }) => release !== undefined);
  }

  /** Resolves when `calls` calls have arrived, when the hold ends, or after the limit in milliseconds. */
  async whenArrived(calls: number, limit: number): Promise<void> {
    let isTimeUp = false;
    const stopTimer = afterRealTime(limit, () => {
      isTimeUp = true;
      this.#events.emit('change');
    });

    const isOver = (): boolean => this.#hasEnded || this.arrived.length >= calls || isTimeUp;
    while (!isOver()) await once(this.#events, 'change');
    stopTimer();
  }

  /** Adds a call that waits from now on. */
  add(call: WaitingCall): void {
    this.arrived.push(call);
    this.#events.emit('change');
  }

  /** Ends the hold. It stops no further calls. */
  end(): void {
    this.#hasEnded = true;
    this.#stopTimer();
    this.#events.emit('change');
  }
}
