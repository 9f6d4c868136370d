/**
 * One sandbox that several replicas use: at any time one of them has its lease, and only that one changes it.
 *
 * A request waits in `prepare` until this replica has the lease and its copy has every change; from then on everything
 * happens synchronously, as with a sandbox in memory. Its changes are appended before it is answered. Requests that
 * come meanwhile do not wait for each other: appends are sent in order, and one that fails fails those after it.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../emulator/store/store-error.js';
import type { SandboxLog } from '../sandbox-log.js';
import type { Missed, TakenLease } from '../sandbox-log-replies.js';
import { HeldLease } from './held-lease.js';
import type { LeasedCopy } from './leased-copy.js';
import { SandboxWrites } from './sandbox-writes.js';

/** A request waits for the lease at most so long. */
const LONGEST_WAIT_MILLISECONDS = 6_000;
/** Asks again after this time, in case no message says that the lease is free. */
const ASK_AGAIN_MILLISECONDS = 100;

export class SharedSandbox {
  readonly #id: string;
  readonly #log: SandboxLog;
  readonly #copy: LeasedCopy;
  readonly writes: SandboxWrites;
  readonly #held = new HeldLease();
  #taking: Promise<void> | undefined;
  /** The next confirmation, which has not begun. */
  #confirming: Promise<void> | undefined;
  #releasing: Promise<void> | undefined;
  /** Ends the wait for a lease that another replica has. */
  #waiting = new AbortController();
  /** A reading of `performance.now()`. */
  usedAt = performance.now();

  constructor(id: string, log: SandboxLog, copy: LeasedCopy) {
    this.#id = id;
    this.#log = log;
    this.#copy = copy;
    this.writes = new SandboxWrites(id, log, this.#held, copy);
  }

  /** Counts how often the sandbox was replaced. Exchanges of another epoch are not in its journal. */
  get epoch(): string {
    return this.#held.epoch ?? '0';
  }

  get #isHeld(): boolean {
    return this.#releasing === undefined && this.#held.isValid;
  }

  /** Whether nothing is under way, so that the sandbox may leave the memory. */
  get isQuiet(): boolean {
    return !this.#isBusy() && !this.writes.isWaiting;
  }

  /**
   * Takes the lease and catches up. Undefined if there is nothing to wait for. If there is no such sandbox, there is no
   * copy afterwards.
   * @throws StoreError
   */
  prepare(): Promise<void> | undefined {
    this.usedAt = performance.now();
    if (this.#isHeld && this.#taking === undefined) return undefined;
    return (this.#taking ??= this.#take().finally(() => {
      this.#taking = undefined;
    }));
  }

  /**
   * The same, although this replica may have the lease: the store says whether it still has, and nothing is shown that
   * another primary or another replica has changed meanwhile.
   * @throws StoreError
   */
  confirm(): Promise<void> {
    // What is taken now may have been asked before this request came.
    return (this.#confirming ??= Promise.resolve(this.#taking?.catch(ignore)).then(() => {
      this.#confirming = undefined;
      this.distrust();
      return this.prepare();
    }));
  }

  distrust(): void {
    this.#held.distrust();
  }

  /** Whether this replica has a copy that is the store's, apart from what others have changed since. */
  get isPresent(): boolean {
    return this.#held.position !== undefined;
  }

  /** Another replica wants the lease, which is given up when what is under way is written; or has given it up. */
  hear(word: string): void {
    // The message may come before the reply that says to wait for it.
    if (word === 'released') this.#waiting.abort();
    if (word !== 'wanted' || this.#held.current === undefined || this.#releasing !== undefined) return;
    // Requests that have waited for the lease come first.
    setImmediate(() => void this.release());
  }

  /** Gives the lease up, when everything is written. Never rejects. */
  async release(): Promise<void> {
    if (this.#held.current === undefined) return;
    await (this.#releasing ??= this.#release().finally(() => {
      this.#releasing = undefined;
    }));
  }

  async #release(): Promise<void> {
    try {
      this.writes.flush();
      await this.writes.stored();
      // Exchanges go into the journal when their changes are written.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#copy.journal.settle();
      const lease = this.#held.end();
      if (lease !== undefined) await this.#log.release(lease);
    } catch {
      // It expires.
      this.#held.end();
    }
  }

  async #take(): Promise<void> {
    await this.#releasing;
    await this.writes.stored().catch(ignore);
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    for (;;) {
      const sentAt = performance.now();
      this.#waiting = new AbortController();
      const taken = await this.#log.take(this.#held.position, this.#held.seen);
      if (taken === undefined) {
        this.#vanish();
        return;
      }
      if (typeof taken !== 'number') {
        await this.#continue(taken, sentAt);
        return;
      }
      if (performance.now() > deadline)
        throw new StoreError(`another replica keeps sandbox "${this.#id}" busy in the store; try again`);
      await sleep(Math.min(taken, ASK_AGAIN_MILLISECONDS), undefined, this.#waiting).catch(ignore);
    }
  }

  async #continue({ lease, missed, shownUntil, isWanted }: TakenLease, sentAt: number): Promise<void> {
    this.#held.hold(lease, sentAt);
    this.#catchUp(missed);
    this.#copy.continueFrom(shownUntil);
    // A stream has the exchanges in their order, and knows the secrets of those before.
    await this.#copy.followJournal();
    if (isWanted) this.hear('wanted');
  }

  /** Reads what was missed without taking the lease. @throws StoreError */
  async look(): Promise<void> {
    if (this.#isBusy()) return;
    const position = this.#held.position;
    const missed = await this.#log.read(position, this.#held.seen);
    if (this.#isBusy() || this.#held.position !== position) return;
    if (missed === undefined) this.#vanish();
    else this.#catchUp(missed);
  }

  /** Whether the copy has everything, or will soon. */
  #isBusy(): boolean {
    return this.#isHeld || this.#taking !== undefined || this.#releasing !== undefined;
  }

  #catchUp(missed: Missed): void {
    try {
      this.#copy.catchUp(missed, this.#held.epoch !== undefined && this.#held.epoch !== missed.epoch);
    } catch (error) {
      const message = `the store has a state of sandbox "${this.#id}" that cannot be read: ${(error as Error).message}`;
      throw this.writes.lose(new StoreError(message, { cause: error }));
    }
    this.#held.reach(missed.place, missed.epoch);
  }

  #vanish(): void {
    const wasKnown = this.#held.seen !== undefined;
    this.#held.forget();
    this.#copy.drop();
    if (wasKnown) this.#copy.onGone();
  }
}

function ignore(): void {
  // A request that waits for the write gets the error.
}
