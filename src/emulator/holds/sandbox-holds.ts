/** The holds of one sandbox, and the order in which its held calls go on. */

import { realPause } from '../../common/platform/real-time.js';
import type { ReleaseReason } from '../journal/exchange.js';
import type { HoldFault } from '../scenarios/fault.js';
import { WaitingCall, type WaitingCallOptions, type ForcedEnding, type HoldableCall } from './waiting-call.js';
import { OpenHold, type HoldPoint, type HoldTerms } from './open-hold.js';

/**
 * Milliseconds between two releases. Threads that get responses at once handle them in any order. On a busy machine,
 * 2 in 400 pairs came in the wrong order after 20 ms, and none of 300 after 50 ms.
 */
const APART = 50;
/** How long a release waits for a response before it that is sent slowly, in milliseconds. */
const LONGEST_TURN = 1_000;
/** The limit of a scenario that has none, in milliseconds: below the time limits of clients. */
const FAULT_LIMIT = 600;
/** With so many holds, those whose calls have all gone on are forgotten. */
const MOST_KEPT = 100;

/** These calls do not wait for their turn. */
const AT_ONCE: ReadonlySet<ReleaseReason> = new Set(['client-gone', 'sandbox-gone', 'shutdown']);

/** How a call goes on. */
interface Departure {
  /** Default: with its response. */
  readonly failure?: ForcedEnding;
  /** Milliseconds until it goes on. Default: 0. */
  readonly after?: number;
}

/** Counts the calls that wait in an emulator. */
export interface HeldCount {
  /** Why no further call can wait; undefined if one can. */
  readonly refusal: string | undefined;
  held: number;
}

export class SandboxHolds {
  readonly #count: HeldCount;
  readonly #holds = new Map<string, OpenHold>();
  readonly #held = new Set<WaitingCall>();
  #opened = 0;
  #released = 0;
  #turn = Promise.resolve();

  constructor(count: HeldCount) {
    this.#count = count;
  }

  /** Opens a hold. @param openedAfter number of the sandbox's last exchange */
  open(terms: HoldTerms, openedAfter: number): OpenHold {
    if (this.#holds.size >= MOST_KEPT) for (const { id, isSpent } of this.all()) if (isSpent) this.#holds.delete(id);
    const hold = new OpenHold(`h${++this.#opened}`, terms, openedAfter, (late) => void this.end(late, 'limit'));
    this.#holds.set(hold.id, hold);
    return hold;
  }

  /** The open holds, the oldest first. */
  all(): OpenHold[] {
    return [...this.#holds.values()];
  }

  /** The open hold with this ID. */
  hold(id: string): OpenHold | undefined {
    return this.#holds.get(id);
  }

  /** Holds a call if a test has opened a hold for it. Returns why it passes although it should be held. */
  take(call: HoldableCall, at: HoldPoint): WaitingCall | string | undefined {
    const hold = this.all().find((open) => open.stops(call.operation, at));
    if (hold === undefined) return undefined;
    const held = this.#hold(call, { limit: hold.terms.limit, onArrival: (arrived) => hold.add(arrived) });
    if (typeof held !== 'string') hold.taken.push(held);
    return held;
  }

  /** Holds a call as a scenario says. Returns why it passes although it should be held. */
  takeFor(condition: HoldFault, call: HoldableCall): WaitingCall | string {
    return this.#hold(call, { limit: condition.limit ?? FAULT_LIMIT, condition });
  }

  #hold(
    call: HoldableCall,
    options: Pick<WaitingCallOptions, 'limit' | 'condition' | 'onArrival'>,
  ): WaitingCall | string {
    if (this.#count.refusal !== undefined) return this.#count.refusal;

    const held = new WaitingCall(call, {
      ...options,
      letGo: (late, reason) => void this.letGo(late, reason),
      onGone: (gone) => {
        // One that could not be stored has ended before it was released.
        if (this.#held.delete(gone)) this.#count.held--;
      },
    });
    this.#held.add(held);
    this.#count.held++;

    return held;
  }

  /** A call has arrived, or its response was handed to the socket: conditions of scenarios may wait for it. */
  note(event: 'arrived' | 'answered', call: HoldableCall): void {
    for (const held of this.#held)
      if (held.isMetBy(event, call)) void this.letGo(held, 'condition', { after: held.condition?.then ?? APART });
  }

  /** A held call before this one on its connection: its response has to be sent first. */
  inFrontOf({ call: { connection: own } }: WaitingCall): WaitingCall | undefined {
    if (own === undefined) return undefined;
    return [...this.#held].find(
      ({ call: { connection } }) => connection?.id === own.id && connection.request < own.request,
    );
  }

  /** Lets a call go on when it is its turn. Resolves when its response was handed to the socket, or will never be. */
  async letGo(held: WaitingCall, reason: ReleaseReason, { failure, after = 0 }: Departure = {}): Promise<void> {
    if (AT_ONCE.has(reason)) this.#goOn(held, reason);
    else if (held.release === undefined && !held.isLeaving) {
      held.isLeaving = true;
      held.failure = failure;
      if (after > 0) await realPause(after);
      this.#turn = this.#turn.then(() => this.#takeTurn(held, reason));
    }
    await held.over;
  }

  /** Lets a call go on, and keeps the turn until its response was sent, or took too long, and for a pause. */
  async #takeTurn(held: WaitingCall, reason: ReleaseReason): Promise<void> {
    if (!this.#goOn(held, reason)) return;
    await Promise.race([held.over, realPause(LONGEST_TURN)]);
    await realPause(APART);
  }

  /** Lets a call go on at once. Returns false if it has gone on already. */
  #goOn(held: WaitingCall, reason: ReleaseReason): boolean {
    if (held.release !== undefined) return false;
    this.#released += 1;
    held.goOn(this.#released, reason);
    return true;
  }

  /** Ends a hold: its calls go on, one after the other. Resolves like {@link letGo}, when the last one is over. */
  async end(hold: OpenHold, reason: ReleaseReason = 'released'): Promise<void> {
    this.#holds.delete(hold.id);
    hold.end();
    await Promise.all(hold.taken.map((held) => this.letGo(held, reason)));
  }

  /** Ends all holds, of tests and of scenarios. */
  endAll(reason: ReleaseReason): void {
    for (const hold of this.all()) void this.end(hold, reason);
    for (const held of [...this.#held]) void this.letGo(held, reason);
  }
}
