/**
 * The journal of a sandbox that several replicas use. Exchanges are added after they are answered, so a crash may lose
 * the last ones; a replica that gives the lease up adds all that it knows first, so that the next one can show them. One
 * that has lost it adds them at once, and a reader waits a moment for them.
 */

import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { Journal, JournalLimits } from '../../emulator/journal/journal.js';
import { recordOf, recordText } from '../../emulator/store/stored-record.js';
import type { SandboxLog } from '../sandbox-log.js';
import { packed, unpacked } from './packed-text.js';

/** Options of {@link SharedJournal}. */
export interface SharedJournalOptions {
  readonly log: SandboxLog;
  /** What is kept. */
  readonly limits: JournalLimits;
  /** The journal of this replica's copy. */
  readonly copy: () => Journal | undefined;
  /** Counts how often the sandbox was replaced. */
  readonly epoch: () => string;
  /** Called with the length of each exchange that is added. */
  readonly onAdded: (bytes: number) => void;
}

/** An exchange that takes longer is added before it is over. */
const SOON_OVER_MILLISECONDS = 50;
/** A reader waits so long for what others have answered. */
const LONGEST_WAIT_MILLISECONDS = 100;
/** A response that takes longer is waited for no more. */
const LONGEST_RESPONSE_MILLISECONDS = 30_000;

/** The numbers of the exchanges that a journal may have. */
export interface ExchangeRange {
  /** Those up to this one were removed. */
  readonly after: number;
  /** The newest. */
  readonly last: number;
}

/** An exchange of this replica that is not over. */
interface Unfinished {
  readonly epoch: string;
  /** The entry, if it was written before it was over. */
  entry?: Promise<string | undefined>;
}

export class SharedJournal {
  readonly #options: SharedJournalOptions;
  /** Exchanges that the store does not have. */
  readonly #unwritten = new Set<ExchangeRecord>();
  readonly #unfinished = new WeakMap<ExchangeRecord, Unfinished>();
  readonly #writes = new Set<Promise<unknown>>();
  /** Exchanges are added in their order, also if compressing one takes longer. */
  #packing: Promise<string> = Promise.resolve('');
  /** Exchanges of others up to this number are not waited for: those of a replica that was killed never come. */
  #givenUp = 0;
  /** When an exchange of another replica was first seen without its end, a reading of `performance.now()`. */
  readonly #seenAt = new WeakMap<ExchangeRecord, number>();
  #longer: NodeJS.Timeout | undefined;
  /** Entries that this replica has added since it last read. */
  readonly #own = new Set<string>();
  #lastRead: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isReading = false;

  constructor(options: SharedJournalOptions) {
    this.#options = options;
  }

  /** The copy's journal has a new exchange. */
  readonly onExchange = (record: ExchangeRecord): void => {
    if (this.#isReading || this.#options.limits.size === 0) return;
    this.#unwritten.add(record);
    this.#unfinished.set(record, { epoch: this.#options.epoch() });
    this.#longer ??= setTimeout(() => {
      this.#longer = undefined;
      this.#writeUnfinished();
    }, SOON_OVER_MILLISECONDS).unref();
  };

  /** The exchange is over. */
  recorded(record: ExchangeRecord): void {
    const unfinished = this.#unfinished.get(record);
    if (unfinished === undefined) return;
    this.#unwritten.delete(record);
    this.#unfinished.delete(record);
    void this.#write(record, unfinished);
  }

  /** Writes everything, also the exchanges that are not over. Never rejects. */
  async settle(): Promise<void> {
    clearTimeout(this.#longer);
    this.#longer = undefined;
    this.#writeUnfinished();
    while (this.#writes.size > 0) await Promise.all(this.#writes);
  }

  /** Adds what other replicas have written. @throws StoreError */
  catchUp(): Promise<void> {
    return (this.#reading = this.#reading.catch(ignore).then(() => this.#read()));
  }

  /**
   * The same, and waits a moment for what they have answered.
   * @throws StoreError
   */
  async catchUpWith(range: ExchangeRange): Promise<void> {
    await this.catchUp();
    const deadline = performance.now() + LONGEST_WAIT_MILLISECONDS;
    for (let pause = 2; this.#isAwaited(range) && performance.now() < deadline; pause *= 2) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      await this.catchUp();
    }
    this.#givenUp = range.last;
  }

  /** Removes what the store has. */
  clear(): void {
    this.#unwritten.clear();
    void this.#options.log.clearJournal().catch(ignore);
  }

  /** The copy has another journal now, which is empty. */
  restart(): void {
    this.#lastRead = undefined;
    this.#own.clear();
    this.#unwritten.clear();
  }

  /** Whether others have answered what the store does not have. */
  #isAwaited({ after, last }: ExchangeRange): boolean {
    const { limits, copy } = this.#options;
    const journal = copy();
    if (journal === undefined || limits.size === 0) return false;
    for (let id = Math.max(after, this.#givenUp, journal.removedUpTo, last - limits.size) + 1; id <= last; id++)
      if (journal.record(id) === undefined) return true;
    return journal.records().some((record) => this.#isSoonOver(record));
  }

  #isSoonOver(record: ExchangeRecord): boolean {
    if (record.duration !== undefined || record.ending === 'never' || this.#unfinished.has(record)) return false;
    const now = performance.now();
    const seenAt = this.#seenAt.get(record) ?? now;
    this.#seenAt.set(record, seenAt);
    return now - seenAt < LONGEST_RESPONSE_MILLISECONDS;
  }

  #writeUnfinished(): void {
    for (const record of this.#unwritten) {
      const unfinished = this.#unfinished.get(record)!;
      unfinished.entry = this.#write(record, unfinished);
    }
    this.#unwritten.clear();
  }

  /** Returns the entry; undefined if there is none. */
  #write(record: ExchangeRecord, { epoch, entry: before }: Unfinished): Promise<string | undefined> {
    const { log, limits, onAdded } = this.#options;
    const add = async (replaced?: string): Promise<string | undefined> => {
      const packing = Promise.all([packed(recordText(record)), this.#packing]);
      const text = await (this.#packing = packing.then(([own]) => own));
      onAdded(text.length);
      return await log.record(epoch, { id: record.id, text, replaced }, limits);
    };
    const written = (before === undefined ? add() : before.then(add)).then((entry) => {
      if (entry !== undefined) this.#remember(entry);
      return entry;
    }, ignore);
    this.#writes.add(written);
    void written.finally(() => this.#writes.delete(written));
    return written;
  }

  #remember(entry: string): void {
    const { size } = this.#options.limits;
    this.#own.add(entry);
    if (this.#own.size > 2 * size) for (const oldest of [...this.#own].slice(0, size)) this.#own.delete(oldest);
  }

  async #read(): Promise<void> {
    const { log, copy } = this.#options;
    await this.settle();
    const [journal, from] = [copy(), this.#lastRead];
    const { entries, removedUpTo } = await log.exchanges(from);
    // Meanwhile, the journal may have been replaced.
    if (journal === undefined || journal !== copy() || from !== this.#lastRead) return;
    journal.removeUpTo(removedUpTo);
    this.#isReading = true;
    try {
      for (const [entry, text] of entries) {
        this.#lastRead = entry;
        if (!this.#own.delete(entry)) add(journal, recordOf(unpacked(text)));
      }
    } finally {
      this.#isReading = false;
    }
  }
}

/** Adds an exchange, or the end of one that is there. */
function add(journal: Journal, record: ExchangeRecord): void {
  const known = journal.record(record.id);
  if (known === undefined) journal.add(record);
  else known.duration = record.duration;
}

function ignore(): undefined {
  // An exchange that is not written is missing in the journal, and nowhere else.
}
