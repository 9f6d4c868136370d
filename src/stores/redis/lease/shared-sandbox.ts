/**
 * One sandbox that several replicas use: at any time one of them has its lease, and only that one changes it.
 *
 * A request waits in `take` until this replica has the lease and its copy has every change; from then on everything
 * happens synchronously, as with a sandbox in memory. Its changes are appended before it is answered. Requests that
 * come meanwhile are appended together, in their order; an append that fails fails those after it.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxChange } from '../../../emulator/domain/sandbox/change.js';
import type { ExchangeRecord } from '../../../emulator/journal/exchange-record.js';
import { StoreError } from '../../../emulator/store/store-error.js';
import { JOURNAL_CHANNEL } from '../keys.js';
import { CLEAR } from '../scripts.js';
import { Lease, type Missed, type ReplicaParts } from './lease.js';
import { LocalCopy } from './local-copy.js';
import { OrderedWrites } from './ordered-writes.js';

/** How long a request waits for the lease at most. */
const LONGEST_WAIT_MILLISECONDS = 6_000;
/** After how long a request asks again, in case no message says that the lease is free. */
const ASK_AGAIN_MILLISECONDS = 100;

export class SharedSandbox {
  readonly copy: LocalCopy;
  readonly writes: OrderedWrites;
  /** A reading of `performance.now()`. */
  usedAt = performance.now();
  readonly lease: Lease;
  readonly #onChange: (shared: SharedSandbox) => void;
  #taking: Promise<void> | undefined;
  #releasing: Promise<void> | undefined;
  /** Ends the wait for a lease that another replica has. */
  #wake: () => void = () => undefined;

  /** @param onChange called after each change that is made here */
  constructor(id: string, context: ReplicaParts, onChange: (shared: SharedSandbox) => void) {
    this.#onChange = onChange;
    this.lease = new Lease(id, context);
    this.copy = new LocalCopy(this.lease, this.#changed);
    this.writes = new OrderedWrites(this.lease, this.copy);
  }

  get #isHeld(): boolean {
    return this.#releasing === undefined && this.lease.isValid;
  }

  /** Whether the sandbox may leave the memory: nothing is under way, and nobody follows its journal. */
  get isQuiet(): boolean {
    return !this.#isBusy() && !this.copy.isFollowed;
  }

  /**
   * Takes the lease and catches up. Undefined if there is nothing to wait for. If there is no such sandbox, there is no
   * copy afterwards. @throws StoreError
   */
  take(): Promise<void> | undefined {
    this.usedAt = performance.now();
    if (this.#isHeld && this.#taking === undefined) return undefined;
    return (this.#taking ??= this.#obtain().finally(() => (this.#taking = undefined)));
  }

  /**
   * Takes the lease and catches up, although this replica may have the lease: the store says whether it still does, and
   * nothing is shown that another primary or another replica has changed. @throws StoreError
   */
  async confirm(): Promise<void> {
    // What is taken now may have been asked before this request came.
    await this.#taking?.catch(() => undefined);
    this.lease.invalidate();
    await this.take();
  }

  /**
   * Another replica wants the lease, which is given up when what is under way is written; or has released it.
   * @param word `wanted` or `released`
   */
  onMessage(word: string): void {
    // The message may come before the reply that says to wait for it.
    if (word === 'released') this.#wake();
    // Requests that have waited for the lease come first.
    else if (this.lease.mayBeHeld && this.#releasing === undefined) setImmediate(() => void this.release());
  }

  /** Gives the lease up, when everything is written. Never rejects. */
  async release(): Promise<void> {
    if (!this.lease.mayBeHeld) return;
    await (this.#releasing ??= this.#release().finally(() => (this.#releasing = undefined)));
  }

  async #release(): Promise<void> {
    try {
      // Requests that took it before may change the sandbox meanwhile.
      do {
        this.writes.flush();
        await this.writes.stored();
        // Exchanges go into the journal when their changes are written.
        await new Promise((resolve) => setImmediate(resolve));
        await this.copy.journal.settle();
      } while (this.writes.arePending);
      await this.lease.release();
    } catch {
      // The lease expires in the store.
      this.lease.lose();
    }
  }

  /** Resolves when everything so far is in the store, and the exchange in its journal. @throws StoreError */
  stored(exchange: ExchangeRecord | undefined): Promise<void> {
    const text = exchange && this.copy.journal.textOf(exchange);
    if (text !== undefined) this.writes.record(exchange!.id, text);
    return this.writes.stored();
  }

  /** Keeps the journal up to date until the returned function is called. */
  follow(): () => void {
    const { store, journals } = this.lease.context;
    const { copy } = this;
    const catchUp = (): void => void copy.journal.catchUp().catch(() => undefined);
    const listening = store.connection.listen(JOURNAL_CHANNEL + this.lease.id, (word) => {
      if (word === 'recorded') catchUp();
      else if (word !== 'removed') this.look().then(catchUp, () => undefined);
      else if (copy.sandbox !== undefined) journals.end([copy.sandbox]);
    });
    // What came before the first message.
    listening.then(catchUp, () => undefined);
    return () => void listening.then((stop) => stop()).catch(() => undefined);
  }

  readonly #changed = (change: SandboxChange): void => {
    this.writes.append(JSON.stringify(change));
    this.#onChange(this);
    if (change.type !== 'forgotten') return;
    const stored = this.writes.stored();
    stored.then(() => this.lease.run(CLEAR, [change.exchange])).catch(() => undefined);
  };

  async #obtain(): Promise<void> {
    await this.#releasing;
    await this.writes.stored().catch(() => undefined);
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    for (;;) {
      const released = new Promise<void>((resolve) => (this.#wake = resolve));
      const taken = await this.lease.read(true);
      if (taken === undefined) break;
      if (typeof taken !== 'number') return this.#continue(taken);
      if (performance.now() > deadline)
        throw new StoreError(`another replica keeps sandbox "${this.lease.id}" busy in the store; try again`);
      await Promise.race([released, sleep(Math.min(taken, ASK_AGAIN_MILLISECONDS))]);
    }
    this.#forgetRemoved();
  }

  async #continue(missed: Missed): Promise<void> {
    this.#catchUp(missed);
    // A stream has the exchanges in their order, and knows the secrets of those before.
    if (this.copy.isFollowed) await this.copy.journal.catchUp();
    if (missed.isWanted) this.onMessage('wanted');
  }

  /** Reads what was missed without taking the lease. @throws StoreError */
  async look(): Promise<void> {
    if (this.#isBusy()) return;
    const { position } = this.lease;
    const missed = (await this.lease.read(false)) as Missed | undefined;
    if (this.#isBusy() || this.lease.position !== position) return;
    if (missed === undefined) this.#forgetRemoved();
    else this.#catchUp(missed);
  }

  /** Whether the copy has everything, or will soon. */
  #isBusy(): boolean {
    return this.#isHeld || this.#taking !== undefined || this.#releasing !== undefined;
  }

  #catchUp(missed: Missed): void {
    try {
      this.copy.catchUp(missed);
    } catch (error) {
      const message = `the store has a state of sandbox "${this.lease.id}" that cannot be read: ${(error as Error).message}`;
      this.writes.lose(new StoreError(message, { cause: error }));
    }
    this.lease.reach(missed);
  }

  /** The store has no such sandbox: it was removed or has expired, or Redis has lost its data. */
  #forgetRemoved(): void {
    this.lease.forget();
    this.copy.drop();
  }
}
