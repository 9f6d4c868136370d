/**
 * One sandbox that several replicas use. At any time, at most one replica has the lease, and only that one changes the
 * sandbox.
 *
 * - Take: get the lease, and a copy with every change. A request waits for this. After that, everything happens
 *   synchronously, as with a sandbox in memory. All requests of a replica share one take.
 * - Confirm: ask the store, before showing something, whether the lease is still held. Writes continue meanwhile.
 * - Install: replace a copy that misses too many changes, or that cannot be trusted, by the state in the store.
 * - Release: give the lease up when everything is written, because another replica wants it.
 *
 * Changes are appended before the request is answered: `ordered-writes.ts`. These promises hold whatever fails:
 *
 * - A replica never loses a lease to itself. The script `TAKE` does not change a lease that the caller has, and a
 *   release waits for the current take and for the requests that wait for that take.
 * - A sandbox that is in the store is never reported as unknown. After the loss of a lease, requests still find the
 *   copy, and must take the lease before they use it. A copy is removed only if the store says it has no such sandbox.
 * - A request sees one copy. It takes the lease again in the step in which it changes the sandbox. If another copy was
 *   installed meanwhile, the request starts again (`identifyInStore`).
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

/** The longest time that a request waits for the lease. */
const LONGEST_WAIT_MILLISECONDS = 6_000;
/** A request asks again after this time, in case the message that the lease is free gets lost. */
const ASK_AGAIN_MILLISECONDS = 100;

/**
 * The lease, the copy and the writes of one sandbox in this replica. Call {@link SharedSandbox.take} before a change.
 */
export class SharedSandbox {
  readonly copy: LocalCopy;
  readonly writes: OrderedWrites;
  readonly lease: Lease;
  /** When the sandbox was last used, a reading of `performance.now()`. */
  usedAt = performance.now();
  readonly #onGone: (shared: SharedSandbox) => Promise<boolean>;
  /** The current take or release; undefined if there is none. */
  #taking: Promise<void> | undefined;
  #releasing: Promise<void> | undefined;
  /** Ends the wait of `#take` for a lease that another replica has; does nothing if it does not wait. */
  #endWait: () => void = () => undefined;

  /** @param onGone called if the store has no such sandbox; resolves to whether it was created */
  constructor(id: string, context: ReplicaParts, onGone: (shared: SharedSandbox) => Promise<boolean>) {
    this.#onGone = onGone;
    this.lease = new Lease(id, context);
    this.copy = new LocalCopy(this.lease, this.#changed);
    this.writes = new OrderedWrites(this.lease, this.copy);
  }

  /** Whether this replica certainly has the lease, and is not about to give it up. */
  get #isHeld(): boolean {
    return this.#releasing === undefined && this.lease.isValid;
  }

  /** Whether the copy may be removed from memory: nothing is in progress, and nobody follows the journal. */
  get isQuiet(): boolean {
    return !this.#isBusy() && !this.copy.isFollowed;
  }

  /** Takes the lease and catches up. Returns undefined if there is nothing to wait for. @throws StoreError */
  take(): Promise<void> | undefined {
    this.usedAt = performance.now();
    if (this.#isHeld && this.#taking === undefined) return undefined;
    return (this.#taking ??= this.#take().finally(() => (this.#taking = undefined)));
  }

  /** Takes the lease and catches up with all changes by any replica until now. @throws StoreError */
  async confirm(): Promise<void> {
    // A current take may have asked the store before this request came, so its answer is not recent enough.
    await this.#taking?.catch(() => undefined);
    if (this.#isHeld) await this.lease.confirm();
    await this.take();
  }

  /**
   * Handles a message: another replica wants the lease, or has released it.
   * @param word `wanted` or `released`
   */
  onMessage(word: string): void {
    // The message may arrive before the reply that tells this replica to wait.
    if (word === 'released') this.#endWait();
    else void this.#giveWay();
  }

  /** Gives the lease up. Requests that wait for it are served first. */
  async #giveWay(): Promise<void> {
    await this.#taking?.catch(() => undefined);
    // The requests that waited for the take go on in this turn.
    await nextTurn();
    await this.release();
  }

  /** Gives the lease up, when everything is written. Never rejects. */
  async release(): Promise<void> {
    // During a take, the lease is wanted here. `#continue` gives it up afterwards if another replica waits.
    if (!this.lease.mayBeHeld || this.#taking !== undefined) return;
    await (this.#releasing ??= this.#release().finally(() => (this.#releasing = undefined)));
  }

  /** Writes what is pending, and gives the lease up in the store. */
  async #release(): Promise<void> {
    try {
      // Requests that took the lease before may still change the sandbox: repeat until no changes are pending.
      do {
        this.writes.flush();
        await this.writes.untilStored();
        // Exchanges enter the journal when their changes are written.
        await nextTurn();
        await this.copy.journal.settle();
      } while (this.writes.arePending);
      await this.lease.release();
    } catch {
      // The lease could not be given up in the store. It expires there.
      this.lease.lose();
    }
  }

  /** Resolves when all changes so far are in the store, and the exchange is in the journal. @throws StoreError */
  untilStored(exchange: ExchangeRecord | undefined): Promise<void> {
    const text = exchange && this.copy.journal.textOf(exchange);
    if (text !== undefined) this.writes.record(exchange!.id, text);
    return this.writes.untilStored();
  }

  /** Keeps the journal up to date until the returned function is called. */
  follow(): () => void {
    const { store, journals } = this.lease.context;
    const { copy } = this;
    const readJournal = (): void => void copy.journal.catchUp().catch(() => undefined);
    const listening = store.connection.listen(JOURNAL_CHANNEL + this.lease.id, (word) => {
      if (word === 'recorded') readJournal();
      else if (word === 'removed') journals.end(copy.sandbox === undefined ? [] : [copy.sandbox]);
      // The sandbox was replaced, or its journal emptied.
      else this.refresh().then(readJournal, () => undefined);
    });
    // Read the exchanges that were written before the channel was open.
    listening.then(readJournal, () => undefined);

    return () => void listening.then((stop) => stop()).catch(() => undefined);
  }

  /** Stores a change of the copy. */
  readonly #changed = (change: SandboxChange): void => {
    this.writes.append(JSON.stringify(change));
    if (change.type !== 'forgotten') return;

    // The exchanges are removed only after the change is stored. If that fails, the journal stays whole.
    const stored = this.writes.untilStored();
    stored.then(() => this.lease.run(CLEAR, [change.exchange])).catch(() => undefined);
  };

  /** Asks the store for the lease, until this replica has it or has waited too long. */
  async #take(): Promise<void> {
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    for (;;) {
      await this.#releasing;
      await this.writes.untilSettled();

      // Listen before asking: the message `released` may arrive before the reply.
      const released = new Promise<void>((resolve) => (this.#endWait = resolve));
      const missed = await this.lease.take();

      if (typeof missed === 'object') return this.#continue(missed);
      // The store has no such sandbox. If `#onGone` has created it, the loop takes its lease.
      if (missed === undefined && !(await this.#onGone(this))) return;

      if (performance.now() > deadline)
        throw new StoreError(`another replica keeps sandbox "${this.lease.id}" busy in the store; try again`);

      await Promise.race([released, sleep(Math.min(missed ?? 0, ASK_AGAIN_MILLISECONDS))]);
    }
  }

  /** Goes on with the lease: the copy gets what it has missed. */
  async #continue(missed: Missed): Promise<void> {
    this.#catchUp(missed);
    // A stream of the journal needs all exchanges in order, and hides the secrets that earlier exchanges contain.
    if (this.copy.isFollowed) await this.copy.journal.catchUp();
    if (missed.isWanted) this.onMessage('wanted');
  }

  /** Reads missed changes without taking the lease. @throws StoreError */
  async refresh(): Promise<void> {
    await this.writes.untilSettled();
    if (this.#isBusy()) return;

    const { place } = this.lease;
    const missed = await this.lease.readMissed();

    // A take has started or is over meanwhile. It has read later changes than this call.
    if (this.#isBusy() || this.lease.place !== place) return;

    if (missed === undefined) await this.#onGone(this);
    else this.#catchUp(missed);
  }

  /** Whether this replica holds, takes or releases the lease. */
  #isBusy(): boolean {
    return this.#isHeld || this.#taking !== undefined || this.#releasing !== undefined;
  }

  /** Applies what the copy has missed. If that is not possible, the lease is given up. @throws StoreError */
  #catchUp(missed: Missed): void {
    try {
      this.copy.catchUp(missed);
    } catch (error) {
      const message = `the store has a state of sandbox "${this.lease.id}" that cannot be read: ${(error as Error).message}`;
      this.writes.lose(new StoreError(message, { cause: error }));
    }
  }
}
