/**
 * The journal of a sandbox that several replicas use. An exchange is written with the changes that it makes, so the store
 * has each that was answered; its end is written after its response, so a crash may lose the last durations. A replica
 * that gives the lease up writes them first; for those that come later, a reader waits a moment.
 */

import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { Journal } from '../../emulator/journal/journal.js';
import { recordOf, recordText } from '../../emulator/store/stored-record.js';
import type { SandboxLog } from '../sandbox-log.js';
import { packed, unpacked } from './packed-text.js';

/** Options of {@link SharedJournal}. */
export interface SharedJournalOptions {
  readonly log: SandboxLog;
  /** Number of exchanges that are kept. */
  readonly size: number;
  /** The journal of this replica's copy. */
  readonly copy: () => Journal | undefined;
  /** Counts how often the sandbox was replaced. */
  readonly epoch: () => string;
}

/** The ends of responses are written together, after so long. */
const ENDS_MILLISECONDS = 10;
/** A reader waits so long for the ends of what others have answered. */
const LONGEST_WAIT_MILLISECONDS = 100;

export class SharedJournal {
  readonly #options: SharedJournalOptions;
  /** The exchanges of this replica that are not over, and the epochs that they belong to. */
  readonly #unfinished = new WeakMap<ExchangeRecord, string>();
  /** Ends that are not written. */
  #ends: { readonly epoch: string; readonly text: string }[] = [];
  #endsDue: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** Exchanges of others whose ends were waited for once. Some never end. */
  readonly #awaited = new WeakSet<ExchangeRecord>();
  /** Numbers of the exchanges that this replica has added since it last read. */
  readonly #own = new Set<number>();
  #lastRead: string | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: SharedJournalOptions) {
    this.#options = options;
  }

  /** Returns an exchange as the store has it, for the write of its changes; undefined if none is kept. */
  textOf(record: ExchangeRecord): string | undefined {
    const { size, epoch } = this.#options;
    if (size === 0) return undefined;
    this.#unfinished.set(record, epoch());
    this.#own.add(record.id);
    if (this.#own.size > 2 * size) for (const oldest of [...this.#own].slice(0, size)) this.#own.delete(oldest);
    return packed(recordText(record));
  }

  /** The exchange is over. */
  recorded(record: ExchangeRecord): void {
    const epoch = this.#unfinished.get(record);
    this.#unfinished.delete(record);
    if (epoch === undefined || record.duration === undefined) return;
    this.#ends.push({ epoch, text: `${record.id} ${record.duration}` });
    this.#endsDue ??= setTimeout(() => void this.settle(), ENDS_MILLISECONDS).unref();
  }

  /** Writes the ends so far. Never rejects. */
  settle(): Promise<void> {
    clearTimeout(this.#endsDue);
    this.#endsDue = undefined;
    const epoch = this.#options.epoch();
    const ends = this.#ends.filter((end) => end.epoch === epoch).map(({ text }) => text);
    this.#ends = [];
    if (ends.length === 0) return this.#writing;
    const written = this.#options.log.end(epoch, ends).catch(ignore);
    return (this.#writing = Promise.all([this.#writing, written]).then(ignore));
  }

  /** Adds what other replicas have written. @throws StoreError */
  catchUp(): Promise<void> {
    return (this.#reading = this.#reading.catch(ignore).then(() => this.#read()));
  }

  /**
   * The same, and waits a moment for the ends of what others have answered.
   * @throws StoreError
   */
  async catchUpWithEnds(): Promise<void> {
    await this.catchUp();
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    for (let pause = 2; this.#endless().length > 0 && performance.now() < deadline; pause *= 2) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      await this.catchUp();
    }
    for (const record of this.#endless()) this.#awaited.add(record);
  }

  /** The copy has another journal now, which is empty. */
  restart(): void {
    this.#lastRead = undefined;
    this.#own.clear();
  }

  /** Exchanges of others that may end soon. */
  #endless(): ExchangeRecord[] {
    const records = this.#options.copy()?.records() ?? [];
    return records.filter(
      (record) =>
        record.duration === undefined &&
        record.ending !== 'never' &&
        !this.#unfinished.has(record) &&
        !this.#awaited.has(record),
    );
  }

  async #read(): Promise<void> {
    const { log, copy } = this.#options;
    await this.settle();
    const [journal, from] = [copy(), this.#lastRead];
    const { entries, removedUpTo } = await log.exchanges(from);
    // Meanwhile, the journal may have been replaced.
    if (journal === undefined || journal !== copy() || from !== this.#lastRead) return;
    journal.removeUpTo(removedUpTo);
    for (const [entry, text] of entries) {
      this.#lastRead = entry;
      this.#add(journal, entry, text);
    }
  }

  /** Adds an exchange of another replica, or the end of one. */
  #add(journal: Journal, entry: string, text: string): void {
    const [, exchange, duration] = /^(\d+) (.+)$/.exec(text) ?? [];
    if (exchange !== undefined) {
      const ended = journal.record(Number(exchange));
      if (ended !== undefined) ended.duration ??= Number(duration);
      return;
    }
    const number = Number.parseInt(entry, 10);
    if (!this.#own.delete(number) && journal.record(number) === undefined) journal.add(recordOf(unpacked(text)));
  }
}

function ignore(): undefined {
  // An end that is not written is missing in the journal, and nowhere else.
}
