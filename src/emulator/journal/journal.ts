/** The journal of a sandbox: its last exchanges. */

import type { ExchangeRecord } from './exchange-record.js';
import { type JournalBudget, weightOf } from './journal-budget.js';
import type { RepeatedTexts } from './repeated-texts.js';

/** Receives the exchanges of a journal as they are recorded. */
export interface Follower {
  readonly onExchange: (record: ExchangeRecord) => void;
  /** Called when all exchanges were removed. */
  readonly onClear?: () => void;
  /** Called when no more exchanges will follow. */
  readonly onEnd?: () => void;
}

/** What a journal keeps. */
export interface JournalLimits {
  /** Number of exchanges. */
  readonly size: number;
  /** Their bytes. Default: no limit of its own. */
  readonly bytes?: number;
}

/** What a store has of a journal. */
export interface OlderExchanges {
  readonly records: readonly ExchangeRecord[];
  /** Number of the last exchange that was removed because of a limit in bytes; 0: none. */
  readonly removedUpTo: number;
}

/** A bounded list of exchanges. A new one replaces the oldest. */
export class Journal {
  readonly #limits: JournalLimits;
  readonly #budget: JournalBudget;
  #bytes = 0;
  /** Older exchanges are not in memory. */
  #first = 1;
  #removedUpTo = 0;
  #followers = new Set<Follower>();
  /** Reads the exchanges that a store has, on first use. */
  #older: (() => OlderExchanges | undefined) | undefined;
  /** A ring: the index is the number of the exchange, from 0, modulo the size. */
  #records: (ExchangeRecord | undefined)[] = [];
  #clearedAt = 0;
  /** The header lines of the last request. */
  #lastHeaders: readonly string[] = [];
  /** Number of the newest exchange. */
  #last = 0;

  /**
   * @param budget the memory of all journals
   * @param older reads the exchanges that a store has
   */
  constructor(limits: JournalLimits, budget: JournalBudget, older?: () => OlderExchanges | undefined) {
    this.#limits = limits;
    this.#budget = budget;
    this.#older = older;
  }

  /** Number of the last exchange that was removed because of a limit in bytes; 0: none. */
  get removedUpTo(): number {
    this.#readOlder();
    return this.#removedUpTo;
  }

  /** Number of exchanges that it keeps at most. */
  get size(): number {
    return this.#limits.size;
  }

  /** Number of the newest exchange; 0: none so far. */
  get last(): number {
    this.#readOlder();
    return this.#last;
  }

  /** Whether somebody follows the journal. */
  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** An empty journal with the same followers. */
  successor(): Journal {
    const successor = new Journal(this.#limits, this.#budget);
    successor.#followers = this.#followers;
    return successor;
  }

  add(record: ExchangeRecord): void {
    this.#put(record);
    for (const { onExchange } of this.#followers) onExchange(record);
  }

  /** The exchanges in the journal, oldest first. */
  records(): ExchangeRecord[] {
    this.#readOlder();
    const records: ExchangeRecord[] = [];
    for (let id = Math.max(this.#first, this.#last - this.#limits.size + 1); id <= this.#last; id++) {
      const record = this.#inMemory(id);
      if (record !== undefined) records.push(record);
    }
    return records;
  }

  /** The exchange with this number. Undefined if it is not in the journal, or no longer. */
  record(id: number): ExchangeRecord | undefined {
    this.#readOlder();
    return this.#inMemory(id);
  }

  /**
   * The header lines of a request: the very same list as for the last request if nothing differs, because a client
   * sends most headers with every request. Texts at the same place are shared, others if they are known.
   */
  sharedHeaders(lines: readonly string[], known: RepeatedTexts): readonly string[] {
    const last = this.#lastHeaders;
    if (lines.length === last.length && lines.every((text, at) => text === last[at])) return last;
    return (this.#lastHeaders = lines.map((text, at) => (text === last[at] ? last[at] : known.shared(text))));
  }

  #inMemory(id: number): ExchangeRecord | undefined {
    const record = this.#limits.size > 0 ? this.#records[this.#place(id)] : undefined;
    return record?.id === id ? record : undefined;
  }

  /** Removes all exchanges up to the one with this number. Later calls of `add` ignore these numbers. */
  clear(last: number): void {
    this.#older = undefined;
    for (const record of this.records()) this.#budget.release(record);
    this.#records = [];
    this.#lastHeaders = [];
    this.#bytes = 0;
    this.#removedUpTo = 0;
    this.#clearedAt = last;
    for (const { onClear } of this.#followers) onClear?.();
  }

  /** Passes every exchange from now on to the follower. The returned function ends that. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
    };
  }

  /** Ends all followers. */
  end(): void {
    const followers = [...this.#followers];
    this.#followers.clear();
    for (const { onEnd } of followers) onEnd?.();
  }

  #readOlder(): void {
    if (this.#older === undefined) return;
    const older = this.#older();
    this.#older = undefined;
    this.removeUpTo(older?.removedUpTo ?? 0);
    for (const record of older?.records ?? []) {
      // Exchanges since then may be recorded already.
      if (this.#inMemory(record.id) === undefined) this.#put(record);
    }
  }

  /** The store has removed the exchanges up to this one because of a limit in bytes. */
  removeUpTo(last: number): void {
    this.#removedUpTo = Math.max(this.#removedUpTo, last);
    for (; this.#first <= last && this.#first <= this.#last; this.#first++) this.#remove(this.#inMemory(this.#first));
  }

  #put(record: ExchangeRecord): void {
    if (record.id > this.#last) this.#last = record.id;
    if (this.#limits.size === 0 || record.id <= this.#clearedAt) return;
    const place = this.#place(record.id);
    const replaced = this.#records[place];
    if (replaced !== undefined) {
      if (replaced.id > record.id) return;
      this.#release(replaced);
    }
    this.#records[place] = record;
    this.#bytes += weightOf(record);
    if (record.id < this.#first) this.#first = record.id;
    this.#budget.keep(record, this);
    const { bytes = Number.POSITIVE_INFINITY } = this.#limits;
    // One exchange alone is never too large.
    while (this.#bytes > bytes && this.#first < this.#last) this.remove(this.#inMemory(this.#first++));
  }

  /** The body of an exchange is dropped, which had so many bytes. */
  shrink(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** Removes an exchange because of a limit in bytes. */
  remove(record: ExchangeRecord | undefined): void {
    if (record === undefined) return;
    this.#remove(record);
    this.#removedUpTo = Math.max(this.#removedUpTo, record.id);
  }

  #remove(record: ExchangeRecord | undefined): void {
    if (record === undefined) return;
    this.#release(record);
    this.#records[this.#place(record.id)] = undefined;
  }

  #release(record: ExchangeRecord): void {
    this.#bytes -= weightOf(record);
    this.#budget.release(record);
  }

  #place(id: number): number {
    return (id - 1) % this.#limits.size;
  }
}
