/**
 * The journal of a sandbox that several replicas use. An exchange is written with the changes that it makes, so the
 * store has each that was answered; its end is written after its response, so a crash may lose the last durations. A
 * replica that gives the lease up writes them first; for those that come later, a reader waits a moment.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Ending } from '../../../emulator/journal/exchange.js';
import type { ExchangeRecord } from '../../../emulator/journal/exchange-record.js';
import type { Journal } from '../../../emulator/journal/journal.js';
import { recordIn, recordText } from '../../stored-record.js';
import { keysOf } from '../keys.js';
import type { Lease } from './lease.js';
import { END } from '../scripts.js';

/** How long ends of responses are collected, to be written together. */
const ENDS_MILLISECONDS = 10;
/** How long a reader waits for the ends of what others have answered. */
const LONGEST_WAIT_MILLISECONDS = 100;

export class SharedJournal {
  readonly #lease: Lease;
  readonly #copy: () => Journal | undefined;
  /** The exchanges of this replica that are not over, and the epochs that they belong to. */
  readonly #unfinished = new WeakMap<ExchangeRecord, number>();
  /** Ends that are not written. */
  #ends: { readonly epoch: number; readonly text: string }[] = [];
  #endsDue: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** Exchanges of others whose ends were waited for once. Some never end. */
  readonly #awaited = new WeakSet<ExchangeRecord>();
  #lastRead: string | undefined;
  #reading: Promise<void> = Promise.resolve();

  /** @param copy the journal of this replica's copy */
  constructor(lease: Lease, copy: () => Journal | undefined) {
    this.#lease = lease;
    this.#copy = copy;
  }

  /** Returns an exchange as the store has it, for the write of its changes; undefined if none is kept. */
  textOf(record: ExchangeRecord): string | undefined {
    if (this.#lease.context.journalSize === 0) return undefined;
    this.#unfinished.set(record, this.#lease.epoch);
    return recordText(record);
  }

  /** The exchange is over. */
  recorded(record: ExchangeRecord): void {
    const epoch = this.#unfinished.get(record);
    this.#unfinished.delete(record);
    if (epoch === undefined || record.duration === undefined) return;
    this.#ends.push({ epoch, text: [record.id, record.duration, record.ending ?? ''].join(' ') });
    this.#endsDue ??= setTimeout(() => void this.settle(), ENDS_MILLISECONDS).unref();
  }

  /** Writes the ends so far. Never rejects: one that is not written is missing in the journal, and nowhere else. */
  settle(): Promise<void> {
    clearTimeout(this.#endsDue);
    this.#endsDue = undefined;
    const { epoch } = this.#lease;
    // Exchanges of another epoch are not in the journal.
    const ends = this.#ends.filter((end) => end.epoch === epoch).map(({ text }) => text);
    this.#ends = [];
    if (ends.length === 0) return this.#writing;

    const written = this.#lease.run(END, [epoch, ends.join('\n')]).catch(() => undefined);
    return (this.#writing = Promise.all([this.#writing, written]).then(() => undefined));
  }

  /** Adds what other replicas have written. @throws StoreError */
  catchUp(): Promise<void> {
    return (this.#reading = this.#reading.catch(() => undefined).then(() => this.#read()));
  }

  /** Adds what other replicas have written, with the ends that come within a moment. @throws StoreError */
  async catchUpWithEnds(): Promise<void> {
    await this.catchUp();
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    for (let pause = 2; this.#endless().length > 0 && performance.now() < deadline; pause *= 2) {
      await sleep(pause);
      await this.catchUp();
    }
    for (const record of this.#endless()) this.#awaited.add(record);
  }

  /** The copy has another journal now, which is empty. */
  restart(): void {
    this.#lastRead = undefined;
  }

  /** Exchanges of others that may end soon. */
  #endless(): ExchangeRecord[] {
    const records = this.#copy()?.records() ?? [];
    return records.filter(
      (record) =>
        record.duration === undefined &&
        record.ending !== 'never' &&
        !this.#unfinished.has(record) &&
        !this.#awaited.has(record),
    );
  }

  async #read(): Promise<void> {
    await this.settle();
    const [journal, from] = [this.#copy(), this.#lastRead];
    const { connection } = this.#lease.context.store;
    const stored = keysOf(this.#lease.id)[3]!;
    const entries = await connection.command('XRANGE', stored, from === undefined ? '-' : `(${from}`, '+');
    // Meanwhile, the journal may have been replaced.
    if (journal === undefined || journal !== this.#copy() || from !== this.#lastRead) return;

    // Each entry has a text, behind its name.
    for (const [entry, [, text]] of entries as [string, [string, string]][]) {
      this.#lastRead = entry;
      this.#add(journal, entry, text);
    }
  }

  /** Adds an exchange of another replica, or the ends of some. */
  #add(journal: Journal, entry: string, text: string): void {
    if (/^\d/.test(text)) {
      for (const [exchange, duration, ending = ''] of text.split('\n').map((end) => end.split(' '))) {
        // The exchange may have been removed.
        const ended = journal.record(Number(exchange));
        if (ended === undefined) continue;
        ended.duration ??= Number(duration);
        if (ending !== '') ended.ending = ending as Ending;
      }
      return;
    }

    const number = Number.parseInt(entry, 10);
    const isGone = number <= Math.max(journal.removedUpTo, journal.last - journal.size);
    if (!isGone && journal.record(number) === undefined) journal.add(recordIn(text));
  }
}
