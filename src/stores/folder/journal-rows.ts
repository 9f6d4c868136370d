/** The rows of journals: one for each exchange, and one that says what a journal keeps. */

import { countWhile } from '../../common/count-while.js';
import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { JournalLimits, OlderExchanges } from '../../emulator/journal/journal.js';
import { recordOf, recordText } from '../stored-record.js';
import type { Database } from './database.js';
import { KEYS, rowOf, type KeptExchanges } from './rows.js';
import type { Row } from './write-queue.js';

interface JournalOfRows extends KeptExchanges {
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
      this.#journals.set(number, { ...exchanges, lengths: new Map() });
      this.#bytes += exchanges.bytes;
    }
  }

  /** The exchanges of a journal that are written. @param last number of the last one @throws StoreError */
  exchanges(number: number, last: number): OlderExchanges {
    const { first, removedUpTo } = this.#of(number);
    const records: ExchangeRecord[] = [];
    for (let exchange = first; exchange <= last; exchange++) {
      const text = this.#database.get(KEYS.record(number, exchange));
      if (text !== undefined) records.push(recordOf(text));
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
    while (journal.first <= last - this.#limits.size) rows.push(this.#removeFirst(number, journal));
    const { bytes = Number.POSITIVE_INFINITY } = this.#limits;
    while (journal.bytes > bytes && journal.first < record.id) rows.push(this.#removeForRoom(number, journal));
    return [...rows, keptRow(number, journal), ...this.#makeRoom()];
  }

  /** The rows to delete of the exchanges up to this one. */
  forget(number: number, last: number): Row[] {
    const journal = this.#of(number);
    const rows: Row[] = [];
    while (journal.first <= last && journal.bytes > 0) rows.push(this.#removeFirst(number, journal));
    journal.first = last + 1;
    journal.removedUpTo = 0;
    return [...rows, keptRow(number, journal)];
  }

  /** The sandbox leaves the memory. All of its rows are written. */
  rest(number: number): void {
    this.#journals.get(number)?.lengths.clear();
  }

  /** The rows of a sandbox are deleted by others. */
  end(number: number): void {
    const journal = this.#journals.get(number);
    if (journal !== undefined) this.#count(journal, -journal.bytes);
    this.#journals.delete(number);
  }

  /** The rows to delete because all journals together have too many bytes, the oldest exchanges first. */
  #makeRoom(): Row[] {
    if (this.#bytes <= this.#bytesInAll) return [];
    const most = this.#bytesInAll - this.#bytesInAll / 16;
    const rows: Row[] = [];
    const shorter = new Map<number, JournalOfRows>();
    for (const [number, journal] of oldestFirst(this.#journals, ([of, exchanges]) => this.#oldest(of, exchanges))) {
      if (this.#bytes <= most) break;
      rows.push(this.#removeForRoom(number, journal));
      shorter.set(number, journal);
    }
    return [...rows, ...[...shorter].map(([number, journal]) => keptRow(number, journal))];
  }

  /** When the oldest exchange was received, since the store was made; undefined if there is none. */
  #oldest(number: number, journal: JournalOfRows): number | undefined {
    while (journal.bytes > 0) {
      const text = this.#database.get(KEYS.record(number, journal.first));
      if (text !== undefined) return recordOf(text).received;
      // It is not written yet, so it is one of the newest; or there is no such exchange.
      if (journal.lengths.has(journal.first)) return Number.MAX_VALUE;
      journal.first += 1;
    }
    return undefined;
  }

  #removeForRoom(number: number, journal: JournalOfRows): Row {
    journal.removedUpTo = journal.first;
    return this.#removeFirst(number, journal);
  }

  #removeFirst(number: number, journal: JournalOfRows): Row {
    const exchange = journal.first;
    const key = KEYS.record(number, exchange);
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
    const journal: JournalOfRows = { first: 1, bytes: 0, removedUpTo: 0, lengths: new Map() };
    this.#journals.set(number, journal);
    return journal;
  }
}

function keptRow(number: number, { first, bytes, removedUpTo }: KeptExchanges): Row {
  return rowOf(KEYS.kept(number), { first, bytes, removedUpTo });
}

/**
 * Journals in the order of their oldest exchanges. A caller removes the oldest exchange of each, and the journal comes
 * again when its next one is the oldest.
 * @param oldest when the oldest exchange of a journal was; undefined if it has none
 */
function* oldestFirst<Journal>(
  journals: Iterable<Journal>,
  oldest: (journal: Journal) => number | undefined,
): Generator<Journal> {
  // The oldest one is at the end.
  const queue: { readonly journal: Journal; readonly at: number }[] = [];
  const add = (journal: Journal): void => {
    const at = oldest(journal);
    if (at === undefined) return;
    const newer = countWhile(queue, (entry) => entry.at > at);
    queue.splice(newer, 0, { journal, at });
  };
  for (const journal of journals) add(journal);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    yield next.journal;
    add(next.journal);
  }
}
