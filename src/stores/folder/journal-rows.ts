/** The rows of journals: one for each exchange. */

import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import { recordIn, recordText } from '../stored-record.js';
import type { Database } from './database.js';
import { KEYS } from './rows.js';
import type { Row } from './write-queue.js';

export class JournalRows {
  readonly #database: Database;
  readonly #size: number;

  /** @param size number of exchanges that each journal keeps */
  constructor(database: Database, size: number) {
    this.#database = database;
    this.#size = size;
  }

  /**
   * The exchanges of a sandbox that are written.
   * @param number names the rows of the sandbox
   * @param last number of its last exchange
   * @throws StoreError
   */
  exchanges(number: number, last: number): ExchangeRecord[] {
    const texts = this.#kept(last).map((exchange) => this.#database.get(KEYS.record(number, exchange)));
    return texts.flatMap((text) => (text === undefined ? [] : recordIn(text)));
  }

  /**
   * The rows to write for an exchange that is over, and the one to delete for it.
   * @param last number of the last exchange of the sandbox
   */
  add(number: number, record: ExchangeRecord, last: number): Row[] {
    if (record.id <= last - this.#size) return [];
    const row = { key: KEYS.record(number, record.id), value: recordText(record) };
    const oldest = record.id - this.#size;
    return oldest > 0 ? [row, { key: KEYS.record(number, oldest) }] : [row];
  }

  /** The rows to delete of the exchanges up to this one. */
  forget(number: number, last: number): Row[] {
    return this.#kept(last).map((exchange) => ({ key: KEYS.record(number, exchange) }));
  }

  /** The numbers of the exchanges that may have rows. */
  #kept(last: number): number[] {
    const length = Math.min(last, this.#size);
    return Array.from({ length }, (_, at) => last - length + 1 + at);
  }
}
