/**
 * The journal of a sandbox that several replicas use. An exchange is written together with its changes, so the store
 * has every exchange that got a response.
 *
 * The end of an exchange is its duration, and how its response ended. It is known only after the response, so it is
 * written later, and a crash may lose the last ends. A replica writes pending ends before it gives the lease up. For
 * ends that come later, a reader waits a moment.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Ending } from '../../../emulator/journal/exchange.js';
import type { ExchangeRecord } from '../../../emulator/journal/exchange-record.js';
import type { Journal } from '../../../emulator/journal/journal.js';
import { recordIn, recordText } from '../../stored-record.js';
import { keysOf } from '../keys.js';
import type { Lease } from './lease.js';
import { END } from '../scripts.js';

/** How long ends of responses are collected before they are written together. */
const ENDS_MILLISECONDS = 10;
/** How long a reader waits for the ends of exchanges of other replicas. */
const LONGEST_WAIT_MILLISECONDS = 100;

/** Writes the exchanges of this replica, and reads those of others. */
export class SharedJournal {
  readonly #lease: Lease;
  readonly #copy: () => Journal | undefined;
  /** The exchanges of this replica that are not over, and the epochs that they belong to. */
  readonly #unfinished = new WeakMap<ExchangeRecord, number>();
  /** The ends that are not written yet. */
  #ends: { readonly epoch: number; readonly text: string }[] = [];
  /** The timer that writes the ends; undefined if there are none. */
  #endsDue: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** Exchanges of other replicas for whose ends a reader has waited once. Some never end, so no reader waits again. */
  readonly #awaited = new WeakSet<ExchangeRecord>();
  /** The ID of the entry of the stream that was read last; undefined if none was read. */
  #lastRead: string | undefined;
  #reading: Promise<void> = Promise.resolve();

  /** @param copy the journal of this replica's copy */
  constructor(lease: Lease, copy: () => Journal | undefined) {
    this.#lease = lease;
    this.#copy = copy;
  }

  /** The stored form of an exchange, to be written with its changes; undefined if the journal keeps no exchanges. */
  textOf(record: ExchangeRecord): string | undefined {
    if (this.#lease.context.journalSize === 0) return undefined;
    this.#unfinished.set(record, this.#lease.epoch);
    return recordText(record);
  }

  /** Called when an exchange is over. */
  onExchangeOver(record: ExchangeRecord): void {
    const epoch = this.#unfinished.get(record);
    this.#unfinished.delete(record);
    // Without an epoch, the journal keeps no exchanges. Without a duration, there is no end to write.
    if (epoch === undefined || record.duration === undefined) return;

    this.#ends.push({ epoch, text: [record.id, record.duration, record.ending ?? ''].join(' ') });
    this.#endsDue ??= setTimeout(() => void this.settle(), ENDS_MILLISECONDS).unref();
  }

  /** Writes the ends so far. Never rejects: an end that cannot be written is only missing in the journal. */
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

  /** Adds the entries that other replicas have written. @throws StoreError */
  catchUp(): Promise<void> {
    return (this.#reading = this.#reading.catch(() => undefined).then(() => this.#read()));
  }

  /** Adds the entries that other replicas have written, and waits a moment for missing ends. @throws StoreError */
  async catchUpWithEnds(): Promise<void> {
    await this.catchUp();
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    // Most ends are in the store after some milliseconds. The pause doubles, so that long waits ask Redis seldom.
    for (let pause = 2; this.#withoutEnd().length > 0 && performance.now() < deadline; pause *= 2) {
      await sleep(pause);
      await this.catchUp();
    }

    for (const record of this.#withoutEnd()) this.#awaited.add(record);
  }

  /** Reads from the start again, because the copy has a new, empty journal. */
  restart(): void {
    this.#lastRead = undefined;
  }

  /** Exchanges of other replicas that may end soon. */
  #withoutEnd(): ExchangeRecord[] {
    const records = this.#copy()?.records() ?? [];
    const ofOthers = records.filter((record) => !this.#unfinished.has(record) && !this.#awaited.has(record));
    return ofOthers.filter(({ duration, ending }) => duration === undefined && ending !== 'never');
  }

  /** Reads the entries after the one that was read last, and adds them to the journal. */
  async #read(): Promise<void> {
    await this.settle();

    const journal = this.#copy();
    const from = this.#lastRead;
    const { connection } = this.#lease.context.store;
    // The fourth key of a sandbox is that of its journal.
    const stored = keysOf(this.#lease.id)[3]!;
    const entries = await connection.command('XRANGE', stored, from === undefined ? '-' : `(${from}`, '+');

    // Stop if the journal was replaced meanwhile.
    if (journal === undefined || journal !== this.#copy() || from !== this.#lastRead) return;

    // Each entry has one field: its name, then its text.
    for (const [entry, [, text]] of entries as [string, [string, string]][]) {
      this.#lastRead = entry;
      // An exchange is JSON. Every other text has the ends of several exchanges.
      if (text.startsWith('{')) addExchange(journal, entry, text);
      else addEnds(journal, text);
    }
  }
}

/** Adds an exchange of another replica, unless the journal has or had it. @param entry the ID of its entry */
function addExchange(journal: Journal, entry: string, text: string): void {
  // The ID of an entry is the number of the exchange and a second part, such as `17-0`. `parseInt` reads the number.
  const number = Number.parseInt(entry, 10);
  if (number > journal.removedUpTo && journal.record(number) === undefined) journal.add(recordIn(text));
}

/** Adds ends to the exchanges in the journal. @param text lines of the form `<number> <duration> <ending>` */
function addEnds(journal: Journal, text: string): void {
  for (const line of text.split('\n')) {
    const [number, duration, ending = ''] = line.split(' ');
    // The exchange may have been removed.
    const record = journal.record(Number(number));
    if (record === undefined) continue;

    record.duration ??= Number(duration);
    if (ending !== '') record.ending = ending as Ending;
  }
}
