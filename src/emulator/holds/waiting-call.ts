/** A call that waits until it is released. Either the response waits, or the request waits before it is carried out. */

import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { onceOver } from '../../common/platform/once-over.js';
import { afterRealTime, realTime } from '../../common/platform/real-time.js';
import type { FaultEnding, ConnectionUse, Release, ReleaseReason } from '../journal/exchange.js';
import type { HoldFault } from '../scenarios/fault.js';

/** A call as holds see it. */
export interface HoldableCall {
  /** The `operationId` of the contract. */
  readonly operation: string;
  /** Path and query. */
  readonly url: string;
  /** The body as received; the number of bytes if it was too large. */
  readonly body: Buffer | number | undefined;
  readonly connection: Pick<ConnectionUse, 'id' | 'request'> | undefined;
  /** Number of the exchange; undefined until the request is carried out. */
  readonly exchange: number | undefined;
}

/** How a test ends the connection instead of sending a held response. */
export type ForcedEnding = Extract<FaultEnding, 'reset' | 'close'>;

/** What makes a call wait. */
export interface WaitingCallOptions {
  /** The longest time that the call waits, in milliseconds. */
  readonly limit: number;
  /** What the call waits for, if a scenario holds it. Default: a test releases the call. */
  readonly condition?: HoldFault;
  /** Called when the call begins to wait. If its response is held, the exchange is in the journal by then. */
  readonly onArrival?: (call: WaitingCall) => void;
  /** Called when the call must go on although nobody has released it. */
  readonly onMustGoOn: (call: WaitingCall, reason: ReleaseReason) => void;
  /** Called when the call no longer waits. */
  readonly onGone: (call: WaitingCall) => void;
}

/** A call that waits until it is released. */
export class WaitingCall {
  readonly call: HoldableCall;
  readonly condition: HoldFault | undefined;
  /** How the call went on; undefined while it waits. */
  release: Release | undefined;
  /** How a test has ended the call; undefined if it ends with its response. */
  failure: ForcedEnding | undefined;
  /** Whether the call was released, and waits only for its turn. */
  isLeaving = false;
  /** Resolves when the response was written to the socket, or will never be written. */
  readonly over: Promise<unknown>;
  readonly #options: WaitingCallOptions;
  readonly #since = realTime();
  readonly #stopLimit: () => void;
  /** Emits `released` when the call may go on, and `over` when the call has ended. */
  readonly #events = new EventEmitter();
  readonly #released = once(this.#events, 'released');
  /** How many more calls the condition needs. */
  #missing: number;

  constructor(call: HoldableCall, options: WaitingCallOptions) {
    this.call = call;
    this.condition = options.condition;
    this.#options = options;
    this.#missing = options.condition?.count ?? 1;
    this.over = once(this.#events, 'over');
    this.#stopLimit = afterRealTime(options.limit, () => options.onMustGoOn(this, 'limit'));
  }

  /**
   * Resolves when the call may go on.
   * @param res the held response: the wait ends if the client leaves. Default: the request is held, and is carried out
   * even if the client leaves, as a service would do with a request that it has received
   */
  wait(res?: ServerResponse): Promise<unknown> {
    const { onArrival, onMustGoOn } = this.#options;
    onArrival?.(this);
    // The holds of the sandbox decide when a call goes on, so that they know the order.
    if (res !== undefined) onceOver(res, () => onMustGoOn(this, 'client-gone'));

    return this.#released;
  }

  /** Lets the call go on. @param order position among the released calls of the sandbox, from 1 */
  goOn(order: number, reason: ReleaseReason): void {
    this.release = { order, after: realTime() - this.#since, reason };
    this.#leave();
    this.#events.emit('released');
  }

  /** Ends the wait: the data plane has finished the call. */
  end(): void {
    if (this.release === undefined) this.#leave();
    this.#events.emit('over');
  }

  /** Notes that the call no longer waits. */
  #leave(): void {
    this.#stopLimit();
    this.#options.onGone(this);
  }

  /** Counts a later call if the condition needs it. Returns whether the condition is now met. */
  countIfNeeded(event: 'arrived' | 'answered', later: HoldableCall): boolean {
    const { condition, call } = this;
    if (condition === undefined || condition.until !== event) return false;

    // By default, a condition waits for further calls of the operation that is held.
    const operation = condition.of ?? call.operation;
    if (later.operation !== operation) return false;
    // Calls that arrived before this one do not count, even if their responses are written after it.
    if ((later.exchange ?? 0) <= (call.exchange ?? 0)) return false;
    if (condition.same === true && !isSame(later, call)) return false;

    this.#missing -= 1;

    return this.#missing === 0;
  }
}

/** Whether two calls have equal URLs and bodies. Bodies that were too large are unknown, and so never equal. */
function isSame(one: HoldableCall, other: HoldableCall): boolean {
  if (one.url !== other.url) return false;
  if (one.body === undefined || other.body === undefined) return one.body === other.body;
  return Buffer.isBuffer(one.body) && Buffer.isBuffer(other.body) && one.body.equals(other.body);
}
