/** The journal of a sandbox: its last exchanges. */

import type { ExchangeRecord } from './exchange-record.js';
import type { JournalBudget } from './journal-budget.js';
import type { RepeatedTexts } from './repeated-texts.js';

/** Receives the exchanges of a journal as they are recorded. */
export interface Follower {
  readonly onExchange: (record: ExchangeRecord) => void;
  /** Called when all exchanges were removed. */
  readonly onClear?: () => void;
  /** Called when no more exchanges will follow. */
  readonly onEnd?: () => void;
}

/** How many messages that break HTTP are kept. */
const MOST_REFUSED = 100;

/** A list of exchanges with a maximum length. In a full journal, a new exchange replaces the oldest. */
export class Journal {
  /** The most exchanges that the journal keeps. */
  readonly size: number;
  readonly #budget: JournalBudget;
  /**
   * Number of the last exchange that the limit in bytes of all journals has removed; 0 if there is none. The limit in
   * exchanges needs no such number: it follows from `last` and `size`.
   */
  removedForBytesUpTo = 0;
  /** Number of the newest exchange; 0: none so far. */
  last = 0;
  #followers = new Set<Follower>();
  /** The exchanges, in a ring: the index of an exchange is its number minus 1, modulo the size. */
  #records: (ExchangeRecord | undefined)[] = [];
  /** The last messages that break HTTP. They are kept apart, so that they replace no exchange. */
  #refused: ExchangeRecord[] = [];
  /** The number of the exchange before the last such message, and how many such messages followed that exchange. */
  #lastRefused = { after: 0, count: 0 };
  /** Exchanges up to this number are ignored: they began before the journal was cleared. */
  #clearedAt = 0;
  /** The header lines of the last request. */
  #lastHeaders: readonly string[] = [];

  /**
   * @param size the most exchanges that the journal keeps
   * @param budget the memory of all journals
   */
  constructor(size: number, budget: JournalBudget) {
    this.size = size;
    this.#budget = budget;
  }

  /** Whether somebody follows the journal. */
  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /**
   * Number of the last exchange that the journal has removed because it was full. 0 if it has all exchanges since it
   * was cleared.
   */
  get removedUpTo(): number {
    const number = Math.max(this.removedForBytesUpTo, this.last - this.size);
    return number > this.#clearedAt ? number : 0;
  }

  /** An empty journal with the same followers. */
  successor(): Journal {
    const successor = new Journal(this.size, this.#budget);
    successor.#followers = this.#followers;
    return successor;
  }

  /** Adds an exchange, and passes it to the followers. */
  add(record: ExchangeRecord): void {
    // With a shared store, this emulator may read its own exchange from the store before it adds the exchange here.
    const isKnown = this.record(record.id) !== undefined;
    this.#put(record);
    if (!isKnown) for (const { onExchange } of this.#followers) onExchange(record);
  }

  /** A number for a message that breaks HTTP, such as 4.001: after exchange 4, before exchange 5. */
  nextRefusedNumber(): number {
    const { after, count } = this.#lastRefused;
    this.#lastRefused = { after: this.last, count: after === this.last ? count + 1 : 1 };

    const nth = this.#lastRefused.count;
    // The numbers are 4.001 to 4.998. After that, the steps are so small that 5 is not reached.
    const fraction = nth < 999 ? nth / 1_000 : 0.998 + (nth - 998) / 1_000_000_000;

    return Number((this.last + fraction).toFixed(9));
  }

  /** The exchanges in the journal, oldest first. */
  records(): ExchangeRecord[] {
    const records: ExchangeRecord[] = [];
    for (let id = Math.max(1, this.last - this.size + 1); id <= this.last; id++) {
      const record = this.record(id);
      if (record !== undefined) records.push(record);
    }

    if (this.#refused.length === 0) return records;

    return [...records, ...this.#refused].toSorted((one, other) => one.id - other.id);
  }

  /** The exchange with this number; undefined if the journal does not have it, or no longer. */
  record(id: number): ExchangeRecord | undefined {
    if (!Number.isInteger(id)) return this.#refused.find((record) => record.id === id);
    const record = this.size > 0 ? this.#records[this.#place(id)] : undefined;
    return record?.id === id ? record : undefined;
  }

  /**
   * The header lines of a request, in memory shared with earlier requests: a client sends most headers every time. If
   * nothing differs, the result is the list of the last request itself. Otherwise equal texts are shared.
   */
  sharedHeaders(lines: readonly string[], texts: RepeatedTexts): readonly string[] {
    const last = this.#lastHeaders;
    if (lines.length === last.length && lines.every((text, at) => text === last[at])) return last;
    // Most headers stand where they stood before, so the look-up of a shared text is seldom needed.
    return (this.#lastHeaders = lines.map((text, at) => (text === last[at] ? last[at] : texts.shared(text))));
  }

  /** Removes all exchanges. Later calls of `add` ignore numbers up to `last`. */
  clear(last: number): void {
    for (const record of this.records()) this.#budget.release(record);
    this.#records = [];
    this.#refused = [];
    this.#lastHeaders = [];
    this.removedForBytesUpTo = 0;
    this.#clearedAt = last;

    for (const { onClear } of this.#followers) onClear?.();
  }

  /** Passes every new exchange to the follower, until the returned function is called. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /** Ends all followers. */
  end(): void {
    const followers = [...this.#followers];
    this.#followers.clear();
    for (const { onEnd } of followers) onEnd?.();
  }

  /** Stores an exchange, unless it is older than what the journal has in its place. */
  #put(record: ExchangeRecord): void {
    if (!Number.isInteger(record.id)) {
      if (this.size > 0) this.#refused = [...this.#refused, record].slice(-MOST_REFUSED);
      return;
    }

    if (record.id > this.last) this.last = record.id;
    if (this.size === 0 || record.id <= this.#clearedAt) return;

    const place = this.#place(record.id);
    const replaced = this.#records[place];
    if (replaced !== undefined && replaced.id > record.id) return;

    if (replaced !== undefined) this.#budget.release(replaced);
    this.#records[place] = record;
    this.#budget.keep(record, this.#remove);
  }

  /** Removes an exchange because of a limit in bytes. */
  readonly #remove = (record: ExchangeRecord): void => {
    this.#budget.release(record);
    this.#records[this.#place(record.id)] = undefined;
    this.removedForBytesUpTo = Math.max(this.removedForBytesUpTo, record.id);
  };

  /** The place of an exchange in the ring. */
  #place(id: number): number {
    return (id - 1) % this.size;
  }
}
