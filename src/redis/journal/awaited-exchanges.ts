/**
 * Which exchanges of a journal are still to come: another replica has answered them, but may not have written them. Each
 * is waited for once, because those of a replica that was killed never come.
 */

import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { Journal, JournalLimits } from '../../emulator/journal/journal.js';

/** A response that takes longer is waited for no more. */
const LONGEST_RESPONSE_MILLISECONDS = 30_000;

/** The numbers of the exchanges that a journal may have. */
export interface ExchangeRange {
  /** Those up to this one were removed. */
  readonly after: number;
  /** The newest. */
  readonly last: number;
}

export class AwaitedExchanges {
  readonly #limits: JournalLimits;
  /** Whether an exchange happens at this replica now. */
  readonly #isOwn: (record: ExchangeRecord) => boolean;
  /** Numbers up to this one are not waited for. */
  #upTo = 0;
  /** When an exchange was first seen without its end, a reading of `performance.now()`. */
  readonly #seenAt = new WeakMap<ExchangeRecord, number>();

  constructor(limits: JournalLimits, isOwn: (record: ExchangeRecord) => boolean) {
    this.#limits = limits;
    this.#isOwn = isOwn;
  }

  some(journal: Journal, { after, last }: ExchangeRange): boolean {
    const { size } = this.#limits;
    if (size === 0) return false;
    for (let id = Math.max(after, this.#upTo, journal.removedUpTo, last - size) + 1; id <= last; id++)
      if (journal.record(id) === undefined) return true;
    return journal.records().some((record) => this.#isAwaited(record));
  }

  /** Those that are missing now never come. */
  giveUp({ last }: ExchangeRange): void {
    this.#upTo = last;
  }

  #isAwaited(record: ExchangeRecord): boolean {
    if (record.duration !== undefined || record.ending === 'never' || this.#isOwn(record)) return false;
    const now = performance.now();
    const seenAt = this.#seenAt.get(record) ?? now;
    this.#seenAt.set(record, seenAt);
    return now - seenAt < LONGEST_RESPONSE_MILLISECONDS;
  }
}
