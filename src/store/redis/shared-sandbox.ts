/**
 * One sandbox that several replicas use: at any time one of them has its lease, and only that one changes it.
 *
 * A request waits in `prepare` until this replica has the lease and its copy has every change; from then on everything
 * happens synchronously, as with a sandbox in memory. Its changes are appended before it is answered. Requests that
 * come meanwhile do not wait for each other: appends are sent in order, and one that fails fails those after it.
 */

import { StoreError } from '../store-error.js';
import { KeepingRule } from './keeping-rule.js';
import type { LeasedCopy } from './leased-copy.js';
import { LeaseWait } from './lease-wait.js';
import { OrderedWrites } from './ordered-writes.js';
import { LEASE_MILLISECONDS, type Lease, type Missed, type SandboxLog, type SeenPlace } from './sandbox-log.js';

/** The lease counts as over a little earlier here than in Redis. */
const MARGIN_MILLISECONDS = 250;
/** A request waits for the lease at most so long. */
const LONGEST_WAIT_MILLISECONDS = 6_000;
type Write = (lease: Lease, position: number) => Promise<boolean>;

export class SharedSandbox {
  readonly #id: string;
  readonly #log: SandboxLog;
  readonly #copy: LeasedCopy;
  #lease: Lease | undefined;
  /** A reading of `performance.now()`. */
  #validUntil = 0;
  /** Where the copy is, with what is not acknowledged yet; undefined without a copy. */
  #position: number | undefined;
  #seen: SeenPlace | undefined;
  #epoch: string | undefined;
  #taking: Promise<void> | undefined;
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
    return this.#epoch ?? '0';
  }

  /** Whether this replica may change the sandbox now. */
  get isHeld(): boolean {
    return (
      this.#lease !== undefined &&
      this.#releasing === undefined &&
      performance.now() < this.#validUntil - MARGIN_MILLISECONDS
    );
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
    if (this.isHeld && this.#taking === undefined) return undefined;
    return (this.#taking ??= this.#take().finally(() => {
      this.#taking = undefined;
    }));
  }

  /** Whether this replica has a copy that is the store's, apart from what others have changed since. */
  get isPresent(): boolean {
    return this.#position !== undefined;
  }

  /**
   * Makes the sandbox in the store.
   * @param isAllowed resolves to false if it must not be there
   */
  create(state: string, isAllowed: Promise<boolean>): void {
    const { lease, place, made } = this.#log.create(state);
    this.#lease = lease;
    this.#seen = place;
    this.#position = place.position;
    this.#epoch = '0';
    this.#validUntil = performance.now() + LEASE_MILLISECONDS;
    const creating = Promise.all([made, isAllowed]).then(
      ([isMade, isFree]) => {
        if (isMade && !isFree) void this.#log.remove(lease, place.position).catch(ignore);
        if (!isMade || !isFree)
          throw this.#lose(new StoreError(`another replica has just opened sandbox "${this.#id}"; try again`));
      },
      (error: unknown) => {
        throw this.#lose(error);
      },
    );
    this.#writes.add(creating);
  }

  /** Adds a change to those of this synchronous run. */
  append(change: string): void {
    this.#writes.append(change);
  }

  /** Replaces the state, after all changes so far. */
  replace(state: string): void {
    this.#writes.flush();
    this.#epoch = String(Number(this.epoch) + 1);
    this.#writes.add(this.#write(1, (lease, position) => this.#log.replace(lease, position, state)));
  }

  /** Removes the sandbox, after all changes so far, and then by `forget` what names it elsewhere. */
  remove(forget: () => Promise<void>): void {
    this.#writes.flush();
    const removed = this.#write(0, (lease, position) => this.#log.remove(lease, position));
    this.#writes.add(removed.then(() => forget().catch(ignore)));
    this.#lease = this.#position = this.#seen = undefined;
  }

  /** Resolves when everything so far is in the store. @throws StoreError; the copy is dropped then */
  stored(): Promise<void> {
    return this.#writes.written();
  }

  /** Another replica wants the lease: gives it up when what is under way is written. */
  wanted(): void {
    if (this.#lease === undefined || this.#releasing !== undefined) return;
    // Requests that have waited for the lease come first.
    setImmediate(() => void this.release());
  }

  /** Another replica has given the lease up. */
  released(): void {
    this.#wait.end();
  }

  /** Gives the lease up, when everything is written. Never rejects. */
  async release(): Promise<void> {
    if (this.#lease === undefined) return;
    await (this.#releasing ??= this.#giveUp().finally(() => {
      this.#releasing = undefined;
    }));
  }

  async #giveUp(): Promise<void> {
    try {
      this.#writes.flush();
      await this.#writes.written();
      // Exchanges go into the journal when their changes are written.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#copy.settleJournal();
      const lease = this.#lease;
      this.#lease = undefined;
      if (lease !== undefined) await this.#log.release(lease);
    } catch {
      // It expires.
      this.#lease = undefined;
    }
  }

  async #take(): Promise<void> {
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    await this.#releasing;
    // What was sent with the last lease is written or refused before the next one is taken.
    await this.#writes.written().catch(ignore);
    for (;;) {
      const sentAt = performance.now();
      this.#wait.begin();
      const taken = await this.#log.take(this.#position, this.#seen);
      if (taken.is === 'none') {
        this.#vanish();
        return;
      }
      if (taken.is === 'taken') {
        this.#lease = taken.lease;
        this.#validUntil = sentAt + LEASE_MILLISECONDS;
        this.#catchUp(taken.missed);
        // A stream has the exchanges in their order, and knows the secrets of those before.
        await this.#copy.followJournal();
        if (taken.isWanted) this.wanted();
        return;
      }
      if (performance.now() > deadline)
        throw new StoreError(`another replica keeps sandbox "${this.#id}" busy in the store; try again`);
      await this.#wait.over(taken.milliseconds);
    }
  }

  /** Reads what was missed without taking the lease. @throws StoreError */
  async look(): Promise<void> {
    if (this.#isBusy()) return;
    const position = this.#position;
    const missed = await this.#log.read(position, this.#seen);
    // Meanwhile, the copy may have changed.
    if (this.#isBusy() || this.#position !== position) return;
    if (missed === undefined) this.#vanish();
    else this.#catchUp(missed);
  }

  /** Whether the copy has everything, or will soon. */
  #isBusy(): boolean {
    return this.isHeld || this.#taking !== undefined || this.#releasing !== undefined;
  }

  #catchUp(missed: Missed): void {
    if (missed.loss !== undefined) this.#copy.onDataLost(missed.loss.changes);
    const isEmptied = this.#epoch !== undefined && this.#epoch !== missed.epoch;
    try {
      this.#copy.catchUp(missed, isEmptied);
    } catch (error) {
      throw this.#lose(
        new StoreError(
          `the store has a state of sandbox "${this.#id}" that cannot be read: ${(error as Error).message}`,
          {
            cause: error,
          },
        ),
      );
    }
    this.#epoch = missed.epoch;
    this.#position = missed.place.position;
    this.#seen = missed.place;
  }

  #vanish(): void {
    const wasKnown = this.#seen !== undefined;
    this.#lease = undefined;
    this.#position = undefined;
    this.#seen = undefined;
    this.#epoch = undefined;
    this.#copy.drop();
    if (wasKnown) this.#copy.onGone();
  }

  #append(changes: readonly string[]): Promise<void> {
    const written = this.#write(changes.length, (lease, position) => this.#log.append(lease, position, changes));
    if (this.#keeping.isDueAfter(changes)) this.#keep();
    return written;
  }

  /** Sends a write after those before it. */
  #write(length: number, write: Write): Promise<void> {
    const [lease, position] = [this.#lease, this.#position];
    const sentAt = performance.now();
    const writing =
      lease === undefined || position === undefined
        ? Promise.reject(new StoreError(`sandbox "${this.#id}" was changed without its lease`))
        : write(lease, position);
    if (position !== undefined) this.#position = position + length;
    return writing.then(
      (isWritten) => {
        if (!isWritten)
          throw this.#lose(new StoreError(`another replica has taken sandbox "${this.#id}" over; try again`));
        if (this.#lease !== lease || this.#seen === undefined) return;
        this.#validUntil = sentAt + LEASE_MILLISECONDS;
        this.#seen = { generation: this.#seen.generation, position: position! + length, mark: lease!.mark };
      },
      (error: unknown) => {
        throw this.#lose(error);
      },
    );
  }

  #keep(): void {
    if (this.#lease === undefined || this.#position === undefined) return;
    const state = this.#copy.state();
    this.#keeping.kept(state.length);
    // If it fails, the log is longer than need be.
    this.#log.keep(this.#lease, this.#position, state).catch(ignore);
  }

  /** After a failure, nobody knows what the store has: the next request reads it. Returns the error. */
  #lose(error: unknown): unknown {
    this.#lease = undefined;
    this.#position = undefined;
    this.#copy.drop();
    this.#writes.flush();
    return error;
  }
}

function ignore(): void {
  // Who waits for it is told.
}
