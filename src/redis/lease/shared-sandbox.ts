/**
 * One sandbox that several replicas use: at any time one of them has its lease, and only that one changes it.
 *
 * A request waits in `prepare` until this replica has the lease and its copy has every change; from then on everything
 * happens synchronously, as with a sandbox in memory. Its changes are appended before it is answered. Requests that
 * come meanwhile do not wait for each other: appends are sent in order, and one that fails fails those after it.
 */

import { StoreError } from '../../emulator/store/store-error.js';
import { giveUp } from './give-up.js';
import { CopyPlace } from './copy-place.js';
import { HeldLease } from './held-lease.js';
import { KeepingRule } from './keeping-rule.js';
import type { LeasedCopy } from './leased-copy.js';
import { LeaseWait } from './take-lease.js';
import { OrderedWrites } from '../ordered-writes.js';
import type { SandboxLog } from '../sandbox-log.js';
import type { Lease, Missed } from '../sandbox-log-replies.js';

export class SharedSandbox {
  readonly #id: string;
  readonly #log: SandboxLog;
  readonly #copy: LeasedCopy;
  readonly #held = new HeldLease();
  readonly #place = new CopyPlace();
  #taking: Promise<void> | undefined;
  /** The next confirmation, which has not begun. */
  #confirming: Promise<void> | undefined;
  #releasing: Promise<void> | undefined;
  readonly #writes = new OrderedWrites((changes) => this.#append(changes));
  readonly #keeping = new KeepingRule();
  readonly #wait = new LeaseWait();
  /** A reading of `performance.now()`. */
  usedAt = performance.now();

  constructor(id: string, log: SandboxLog, copy: LeasedCopy) {
    this.#id = id;
    this.#log = log;
    this.#copy = copy;
  }

  /** Counts how often the sandbox was replaced. Exchanges of another epoch are not in its journal. */
  get epoch(): string {
    return this.#place.epoch;
  }

  get #isHeld(): boolean {
    return this.#releasing === undefined && this.#held.isValid;
  }

  /** Whether nothing is under way, so that the sandbox may leave the memory. */
  get isQuiet(): boolean {
    return !this.#isBusy() && !this.#writes.isWaiting;
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
    return this.#place.position !== undefined;
  }

  /**
   * Makes the sandbox in the store.
   * @param isAllowed resolves to false if it must not be there
   */
  create(state: string, isAllowed: Promise<boolean>): void {
    const { lease, place, made } = this.#log.create(state);
    this.#held.hold(lease, performance.now());
    this.#place.reach(place, '0');
    const creating = Promise.all([made, isAllowed]).then(([isMade, isFree]) => {
      if (isMade && !isFree) void this.#log.remove(lease, place.position).catch(ignore);
      if (!isMade || !isFree)
        throw this.#lose(new StoreError(`another replica has just opened sandbox "${this.#id}"; try again`));
    }, this.#fail);
    this.#writes.add(creating);
  }

  /** Adds a change to those of this synchronous run. */
  append(change: string): void {
    this.#writes.append(change);
  }

  /** Replaces the state, after all changes so far. */
  replace(state: string): void {
    this.#writes.flush();
    this.#place.startEpoch();
    this.#writes.add(this.#write(1, (lease, position) => this.#log.replace(lease, position, state)));
  }

  /** Removes the sandbox, after all changes so far, and then by `forget` what names it elsewhere. */
  remove(forget: () => Promise<void>): void {
    this.#writes.flush();
    const removed = this.#write(0, (lease, position) => this.#log.remove(lease, position));
    this.#writes.add(removed.then(() => forget().catch(ignore)));
    this.#held.end();
    this.#place.position = this.#place.seen = undefined;
  }

  /** Resolves when everything so far is in the store. @throws StoreError; the copy is dropped then */
  stored(): Promise<void> {
    return this.#writes.written();
  }

  /** Another replica wants the lease, which is given up when what is under way is written; or has given it up. */
  hear(word: string): void {
    if (word === 'released') this.#wait.end();
    if (word !== 'wanted' || this.#held.current === undefined || this.#releasing !== undefined) return;
    // Requests that have waited for the lease come first.
    setImmediate(() => void this.release());
  }

  /** Gives the lease up, when everything is written. Never rejects. */
  async release(): Promise<void> {
    if (this.#held.current === undefined) return;
    await (this.#releasing ??= giveUp(this.#writes, this.#copy, this.#held, this.#log).finally(() => {
      this.#releasing = undefined;
    }));
  }

  async #take(): Promise<void> {
    await this.#releasing;
    await this.#writes.written().catch(ignore);
    const taken = await this.#wait.take(this.#id, () => this.#log.take(this.#place.position, this.#place.seen));
    if (taken === undefined) {
      this.#vanish();
      return;
    }
    this.#held.hold(taken.lease, taken.sentAt);
    this.#catchUp(taken.missed);
    this.#copy.continueFrom(taken.shownUntil);
    // A stream has the exchanges in their order, and knows the secrets of those before.
    await this.#copy.followJournal();
    if (taken.isWanted) this.hear('wanted');
  }

  /** Reads what was missed without taking the lease. @throws StoreError */
  async look(): Promise<void> {
    if (this.#isBusy()) return;
    const position = this.#place.position;
    const missed = await this.#log.read(position, this.#place.seen);
    if (this.#isBusy() || this.#place.position !== position) return;
    if (missed === undefined) this.#vanish();
    else this.#catchUp(missed);
  }

  /** Whether the copy has everything, or will soon. */
  #isBusy(): boolean {
    return this.#isHeld || this.#taking !== undefined || this.#releasing !== undefined;
  }

  #catchUp(missed: Missed): void {
    if (missed.loss !== undefined) this.#copy.onDataLost(missed.loss.changes);
    try {
      this.#copy.catchUp(missed, this.#place.isBefore(missed.epoch));
    } catch (error) {
      const message = `the store has a state of sandbox "${this.#id}" that cannot be read: ${(error as Error).message}`;
      throw this.#lose(new StoreError(message, { cause: error }));
    }
    this.#place.reach(missed.place, missed.epoch);
  }

  #vanish(): void {
    const wasKnown = this.#place.seen !== undefined;
    this.#held.end();
    this.#place.forget();
    this.#copy.drop();
    if (wasKnown) this.#copy.onGone();
  }

  #append(changes: readonly string[]): Promise<void> {
    const written = this.#write(changes.length, (lease, position) => this.#log.append(lease, position, changes));
    if (this.#keeping.isDueAfter(changes)) this.#keep();
    return written;
  }

  /** Sends a write after those before it. */
  #write(length: number, write: (lease: Lease, position: number) => Promise<boolean>): Promise<void> {
    const [lease, position] = [this.#held.current, this.#place.position];
    const sentAt = performance.now();
    const writing =
      lease === undefined || position === undefined
        ? Promise.reject(new StoreError(`sandbox "${this.#id}" was changed without its lease`))
        : write(lease, position);
    if (position !== undefined) this.#place.position = position + length;
    return writing.then((isWritten) => {
      if (!isWritten)
        throw this.#lose(new StoreError(`another replica has taken sandbox "${this.#id}" over; try again`));
      if (this.#held.current !== lease || this.#place.seen === undefined) return;
      this.#held.hold(lease!, sentAt);
      this.#place.seen = { generation: this.#place.seen.generation, position: position! + length, mark: lease!.mark };
    }, this.#fail);
  }

  #keep(): void {
    const [lease, position] = [this.#held.current, this.#place.position];
    if (lease === undefined || position === undefined) return;
    const state = this.#copy.state();
    this.#keeping.restart(state.length);
    // If it fails, the log is longer than need be.
    this.#log.keep(lease, position, state).catch(ignore);
  }

  readonly #fail = (error: unknown): never => {
    throw this.#lose(error);
  };

  /** After a failure it is not known what the store has: the next request reads it. Returns the error. */
  #lose(error: unknown): unknown {
    this.#held.end();
    this.#place.position = undefined;
    this.#copy.drop();
    this.#writes.flush();
    return error;
  }
}

function ignore(): void {
  // A request that waits for the write gets the error.
}
