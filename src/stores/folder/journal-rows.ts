/** The rows of journals: one for each exchange, and one that says what a journal keeps. */

import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { JournalLimits, OlderExchanges } from '../../emulator/journal/journal.js';
import { type AgedJournal, oldestFirst } from '../oldest-first.js';
import { recordIn, recordText } from '../stored-record.js';
import type { Database } from './database.js';
import { KEYS, rowOf, type KeptExchanges } from './rows.js';
import type { Row } from './write-queue.js';

/** The journal of a sandbox. */
interface JournalOfRows extends KeptExchanges, AgedJournal {
  /** Names the rows of the sandbox. */
  readonly number: number;
  /** Lengths of the texts that may not be written yet, by exchange. */
  readonly lengths: Map<number, number>;
}

export class JournalRows {
  readonly #database: Database;
  readonly #limits: JournalLimits;
  readonly #bytesInAll: number;
  /** By the number of the sandbox's rows. */
  readonly #journals = new Map<number, JournalOfRows>();
  #bytes = 0;

  /** @param bytesInAll of all journals */
  constructor(database: Database, limits: JournalLimits, bytesInAll: number) {
    this.#database = database;
    this.#limits = limits;
    this.#bytesInAll = bytesInAll;
  }

  load(kept: ReadonlyMap<number, KeptExchanges>): void {
    for (const [number, exchanges] of kept) {
      Object.assign(this.#of(number), exchanges);
      this.#bytes += exchanges.bytes;
    }
  }

  /** The exchanges of a journal that are written. @param last number of the last one @throws StoreError */
  exchanges(number: number, last: number): OlderExchanges {
    const { first, removedUpTo } = this.#of(number);
    const records: ExchangeRecord[] = [];
    for (let exchange = first; exchange <= last; exchange++) {
      const text = this.#database.get(KEYS.record(number, exchange));
      if (text !== undefined) records.push(recordIn(text));
    }
    return { records, removedUpTo };
  }

  /** The rows to write for an exchange that is over, and those to delete for it. @param last number of the last one */
  add(number: number, record: ExchangeRecord, last: number): Row[] {
    const journal = this.#of(number);
    if (record.id < journal.first) return [];
    const value = recordText(record);
    journal.lengths.set(record.id, value.length);
    this.#count(journal, value.length);
    const rows: Row[] = [{ key: KEYS.record(number, record.id), value }];
    while (journal.first <= last - this.#limits.size) rows.push(this.#removeFirst(journal));
    const { bytes = Number.POSITIVE_INFINITY } = this.#limits;
    while (journal.bytes > bytes && journal.first < record.id) rows.push(this.#removeForRoom(journal));
    return [...rows, keptRow(journal), ...this.#makeRoom()];
  }

  /** The rows to delete of the exchanges up to this one. */
  forget(number: number, last: number): Row[] {
    const journal = this.#of(number);
    const rows: Row[] = [];
    while (journal.first <= last && journal.bytes > 0) rows.push(this.#removeFirst(journal));
    journal.first = last + 1;
    journal.removedUpTo = 0;
    return [...rows, keptRow(journal)];
  }

  /** The sandbox leaves the memory. All of its rows are written. */
  rest(number: number): void {
    this.#of(number).lengths.clear();
  }

  /** The rows of a sandbox are deleted by others. */
  end(number: number): void {
    this.#bytes -= this.#of(number).bytes;
    this.#journals.delete(number);
  }

  /** The rows to delete because all journals together have too many bytes, the oldest exchanges first. */
  #makeRoom(): Row[] {
    if (this.#bytes <= this.#bytesInAll) return [];
    const most = this.#bytesInAll - this.#bytesInAll / 16;
    const rows: Row[] = [];
    const shorter = new Set<JournalOfRows>();
    const journals = [...this.#journals.values()];
    for (const journal of journals) journal.oldest = this.#oldest(journal);
    for (const [journal] of oldestFirst(journals)) {
      if (this.#bytes <= most) break;
      rows.push(this.#removeForRoom(journal));
      journal.oldest = this.#oldest(journal);
      shorter.add(journal);
    }
    return [...rows, ...[...shorter].map(keptRow)];
  }

  /** When the oldest exchange was received, since the store was made; undefined if there is none. */
  #oldest(journal: JournalOfRows): number | undefined {
    while (journal.bytes > 0) {
      const text = this.#database.get(KEYS.record(journal.number, journal.first));
      if (text !== undefined) return recordIn(text).received;
      // The exchange has no row yet, so it is one of the newest. Otherwise, there is no such exchange.
      if (journal.lengths.has(journal.first)) return Number.MAX_VALUE;
      journal.first += 1;
    }
    return undefined;
  }

  #removeForRoom(journal: JournalOfRows): Row {
    journal.removedUpTo = journal.first;
    return this.#removeFirst(journal);
  }

  #removeFirst(journal: JournalOfRows): Row {
    const exchange = journal.first;
    const key = KEYS.record(journal.number, exchange);
    this.#count(journal, -(journal.lengths.get(exchange) ?? this.#database.get(key)?.length ?? 0));
    journal.lengths.delete(exchange);
    journal.first += 1;
    return { key };
  }

  #count(journal: JournalOfRows, bytes: number): void {
    journal.bytes += bytes;
    this.#bytes += bytes;
  }

  #of(number: number): JournalOfRows {
    const known = this.#journals.get(number);
    if (known !== undefined) return known;
    const lengths = new Map<number, number>();
    const journal = { number, first: 1, bytes: 0, removedUpTo: 0, lengths, oldest: undefined };
    this.#journals.set(number, journal);
    return journal;
  }
}

function keptRow({ number, first, bytes, removedUpTo }: JournalOfRows): Row {
  return rowOf(KEYS.kept(number), { first, bytes, removedUpTo });
}
