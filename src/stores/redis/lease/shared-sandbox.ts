/**
 * One sandbox that several replicas use: at any time one of them has its lease, and only that one changes it.
 *
 * - Take: hold the lease, with a copy that has every change. A request waits for that, and from then on everything
 *   happens synchronously, as with a sandbox in memory. All requests of a replica share one take.
 * - Confirm: ask the store whether the lease is still held, before something is shown. Writes go on meanwhile.
 * - Install: put the state of the store in the place of a copy that misses too much, or that is not to be trusted.
 * - Release: give the lease up when everything is written, because another replica wants it.
 *
 * Changes are appended before the request is answered: `ordered-writes.ts`. These promises hold whatever fails:
 *
 * - A replica never loses a lease to itself. The script `TAKE` leaves the lease of its caller as it is, and a release
 *   waits for the take before it and for the requests that have waited for that.
 * - A sandbox that is in the store is never reported as unknown. The copy of a lost lease can still be found, and
 *   whoever finds it has to take the lease first. Only the store's own word that there is no such sandbox removes it.
 * - A request sees one copy. It takes the lease again in the step in which it changes the sandbox; if another copy was
 *   installed since it began, it begins anew (`identifyInStore`).
 */

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
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
  readonly lease: Lease;
  /** A reading of `performance.now()`. */
  usedAt = performance.now();
  readonly #onGone: (shared: SharedSandbox) => Promise<boolean>;
  #taking: Promise<void> | undefined;
  #releasing: Promise<void> | undefined;
  /** Ends the wait for a lease that another replica has. */
  #wake: () => void = () => undefined;

  /** @param onGone called if the store has no such sandbox; resolves to whether it was made */
  constructor(id: string, context: ReplicaParts, onGone: (shared: SharedSandbox) => Promise<boolean>) {
    this.#onGone = onGone;
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

  /** Takes the lease and catches up. Undefined if there is nothing to wait for. @throws StoreError */
  take(): Promise<void> | undefined {
    this.usedAt = performance.now();
    if (this.#isHeld && this.#taking === undefined) return undefined;
    return (this.#taking ??= this.#take().finally(() => (this.#taking = undefined)));
  }

  /** Takes the lease and catches up, with everything that anybody has changed until now. @throws StoreError */
  async confirm(): Promise<void> {
    // What is taken now may have been asked before this request came.
    await this.#taking?.catch(() => undefined);
    if (this.#isHeld) await this.lease.confirm();
    await this.take();
  }

  /**
   * Another replica wants the lease, or has released it.
   * @param word `wanted` or `released`
   */
  onMessage(word: string): void {
    // The message may come before the reply that says to wait for it.
    if (word === 'released') this.#wake();
    else void this.#giveWay();
  }

  /** Gives the lease up. Requests that have waited for it come first. */
  async #giveWay(): Promise<void> {
    await this.#taking?.catch(() => undefined);
    await nextTurn();
    await this.release();
  }

  /** Gives the lease up, when everything is written. Never rejects. */
  async release(): Promise<void> {
    if (!this.lease.mayBeHeld || this.#taking !== undefined) return;
    await (this.#releasing ??= this.#release().finally(() => (this.#releasing = undefined)));
  }

  async #release(): Promise<void> {
    try {
      // Requests that took it before may change the sandbox meanwhile.
      do {
        this.writes.flush();
        await this.writes.stored();
        // Exchanges go into the journal when their changes are written.
        await nextTurn();
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
    if (change.type !== 'forgotten') return;
    const stored = this.writes.stored();
    stored.then(() => this.lease.run(CLEAR, [change.exchange])).catch(() => undefined);
  };

  async #take(): Promise<void> {
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    for (;;) {
      await this.#releasing;
      await this.writes.settled();
      const released = new Promise<void>((resolve) => (this.#wake = resolve));
      const found = await this.lease.take();

      if (typeof found === 'object') return this.#continue(found);
      if (found === undefined && !(await this.#onGone(this))) return;

      if (performance.now() > deadline)
        throw new StoreError(`another replica keeps sandbox "${this.lease.id}" busy in the store; try again`);
      await Promise.race([released, sleep(Math.min(found ?? 0, ASK_AGAIN_MILLISECONDS))]);
    }
  }

  async #continue(missed: Missed): Promise<void> {
    this.#catchUp(missed);
    // A stream has the exchanges in their order, and knows the secrets of those before.
    if (this.copy.isFollowed) await this.copy.journal.catchUp();
    if (missed.isWanted) this.onMessage('wanted');
  }

  /** Reads what was missed without taking the lease. @throws StoreError */
  async look(): Promise<void> {
    await this.writes.settled();
    if (this.#isBusy()) return;

    const { place } = this.lease;
    const missed = await this.lease.look();

    if (this.#isBusy() || this.lease.place !== place) return;

    if (missed === undefined) await this.#onGone(this);
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
  }
}
