/**
 * The holds of one sandbox, and the order in which its held calls go on.
 *
 * A call is held (`holdForTest`, `holdForScenario`) and waits. Then it is released: by a test, because its condition is
 * met (`countForConditions`), at its limit, or because its hold ends. A released call goes on in its turn (`letGo`).
 * The turns come one after the other and a little apart, so that clients get the responses in the order of the
 * releases. A call goes on once, whatever releases it later.
 */

import { realPause } from '../../common/platform/real-time.js';
import type { ReleaseReason } from '../journal/exchange.js';
import type { HoldFault } from '../scenarios/fault.js';
import { WaitingCall, type WaitingCallOptions, type ForcedEnding, type HoldableCall } from './waiting-call.js';
import { OpenHold, type HoldPoint, type HoldTerms } from './open-hold.js';

/**
 * Milliseconds between two releases. A client may handle responses that arrive together in any order. On a busy
 * machine, 2 of 400 pairs were in the wrong order after 20 ms, and 0 of 300 after 50 ms.
 */
const MILLISECONDS_APART = 50;
/** How long a release waits for the previous response if it is sent slowly, in milliseconds. */
const LONGEST_TURN = 1_000;
/** The default limit of a scenario's hold, in milliseconds: less than the time limits of clients. */
const FAULT_LIMIT = 600;
/**
 * The number of holds from which on spent holds are forgotten. A spent hold is kept so that a test can still read it.
 */
const MOST_KEPT = 100;

/** Reasons for a release that does not wait for its turn: nobody reads the responses, or the emulator ends. */
const WITHOUT_TURN: ReadonlySet<ReleaseReason> = new Set(['client-gone', 'sandbox-gone', 'shutdown']);

/** How long a call waits, and for what. */
type WaitOptions = Omit<WaitingCallOptions, 'onMustGoOn' | 'onGone'>;

/** The call that is held, or why it cannot be held. */
interface HoldResult {
  readonly held?: WaitingCall;
  readonly refusal?: string;
}

/** How a call goes on. */
interface ReleaseOptions {
  /** How its connection ends. Default: the call gets its response. */
  readonly failure?: ForcedEnding;
  /** Milliseconds until the call goes on. Default: 0. */
  readonly after?: number;
}

/** Holds the calls of one sandbox, and lets them go on. */
export class SandboxHolds {
  readonly #heldInEmulator: Set<WaitingCall>;
  readonly #heldInSandbox = new Set<WaitingCall>();
  readonly #refusal: () => string | undefined;
  readonly #holds = new Map<string, OpenHold>();
  /** How many holds were opened. */
  #opened = 0;
  /** How many calls have gone on. */
  #released = 0;
  /**
   * Calls that are released go on one after the other, each in its turn. The promise resolves when all calls that were
   * released so far have had their turns.
   */
  #turns = Promise.resolve();

  /**
   * @param heldInEmulator the held calls of all sandboxes
   * @param refusal returns why no further call can be held; undefined if a call can be held
   */
  constructor(heldInEmulator: Set<WaitingCall>, refusal: () => string | undefined) {
    this.#heldInEmulator = heldInEmulator;
    this.#refusal = refusal;
  }

  /** Opens a hold. @param openedAfter number of the sandbox's last exchange */
  open(terms: HoldTerms, openedAfter: number): OpenHold {
    const spent = this.#holds.size < MOST_KEPT ? [] : this.all().filter(({ isSpent }) => isSpent);
    for (const { id } of spent) this.#holds.delete(id);

    const endOverdue = (overdue: OpenHold): void => void this.end(overdue, 'limit');
    const hold = new OpenHold(`h${++this.#opened}`, terms, openedAfter, endOverdue);
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

  /** Holds a call if a test has opened a hold for it. Undefined if there is no such hold. */
  holdForTest(call: HoldableCall, at: HoldPoint): HoldResult | undefined {
    const hold = this.all().find((open) => open.stops(call.operation, at));
    if (hold === undefined) return undefined;

    const result = this.#hold(call, { limit: hold.terms.limit, onArrival: (arrived) => hold.add(arrived) });
    if (result.held !== undefined) hold.stopped.push(result.held);

    return result;
  }

  /** Holds a call as a scenario says. */
  holdForScenario(condition: HoldFault, call: HoldableCall): HoldResult {
    return this.#hold(call, { limit: condition.limit ?? FAULT_LIMIT, condition });
  }

  #hold(call: HoldableCall, options: WaitOptions): HoldResult {
    const refusal = this.#refusal();
    if (refusal !== undefined) return { refusal };

    const held = new WaitingCall(call, {
      ...options,
      onMustGoOn: (waiting, reason) => void this.letGo(waiting, reason),
      onGone: (gone) => {
        this.#heldInSandbox.delete(gone);
        this.#heldInEmulator.delete(gone);
      },
    });
    this.#heldInSandbox.add(held);
    this.#heldInEmulator.add(held);

    return { held };
  }

  /**
   * Counts that a call has arrived, or that the response to it was written. A scenario may hold other calls until
   * something of this kind has happened.
   */
  countForConditions(event: 'arrived' | 'answered', call: HoldableCall): void {
    for (const held of this.#heldInSandbox)
      if (held.countIfNeeded(event, call))
        void this.letGo(held, 'condition', { after: held.condition?.then ?? MILLISECONDS_APART });
  }

  /** A held call before this one on the same connection. HTTP demands that the response to that call is sent first. */
  inFrontOf(held: WaitingCall): WaitingCall | undefined {
    const { connection } = held.call;
    if (connection === undefined) return undefined;

    return [...this.#heldInSandbox].find(({ call: { connection: other } }) => {
      return other?.id === connection.id && other.request < connection.request;
    });
  }

  /**
   * Lets a call go on when its turn has come. Resolves when the response was written to the socket, or will never be
   * written.
   */
  async letGo(held: WaitingCall, reason: ReleaseReason, { failure, after = 0 }: ReleaseOptions = {}): Promise<void> {
    if (WITHOUT_TURN.has(reason)) this.#letGoNow(held, reason);
    // Another release of the same call only waits for the first one.
    else if (held.release === undefined && !held.isLeaving) {
      held.isLeaving = true;
      held.failure = failure;
      if (after > 0) await realPause(after);
      this.#turns = this.#turns.then(() => this.#takeTurn(held, reason));
    }
    await held.over;
  }

  /** Lets a call go on, waits until its response was sent or takes too long, and then pauses before the next turn. */
  async #takeTurn(held: WaitingCall, reason: ReleaseReason): Promise<void> {
    if (!this.#letGoNow(held, reason)) return;
    await Promise.race([held.over, realPause(LONGEST_TURN)]);
    await realPause(MILLISECONDS_APART);
  }

  /** Lets a call go on at once. Returns false if it has gone on already. */
  #letGoNow(held: WaitingCall, reason: ReleaseReason): boolean {
    if (held.release !== undefined) return false;

    this.#released += 1;
    held.goOn(this.#released, reason);

    return true;
  }

  /** Ends a hold: its calls go on, one after the other. Resolves when the response to the last call was written. */
  async end(hold: OpenHold, reason: ReleaseReason = 'released'): Promise<void> {
    this.#holds.delete(hold.id);
    hold.end();
    await Promise.all(hold.stopped.map((held) => this.letGo(held, reason)));
  }

  /** Ends all holds, of tests and of scenarios. */
  endAll(reason: ReleaseReason): void {
    for (const hold of this.all()) void this.end(hold, reason);
    // What remains are calls that scenarios hold.
    for (const held of [...this.#heldInSandbox]) void this.letGo(held, reason);
  }
}
