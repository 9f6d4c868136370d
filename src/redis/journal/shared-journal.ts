/**
 * The journal of a sandbox that several replicas use. Exchanges are added after they are answered, so a crash may lose
 * the last ones; a replica that gives the lease up adds all that it knows first, so that the next one can show them. One
 * that has lost it adds them at once, and a reader waits a moment for them.
 */

import type { ExchangeRecord } from '../../emulator/journal/exchange-record.js';
import type { Journal, JournalLimits } from '../../emulator/journal/journal.js';
import { recordOf, recordText } from '../../emulator/store/stored-record.js';
import { AwaitedExchanges, type ExchangeRange } from './awaited-exchanges.js';
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

export class SharedJournal {
  readonly #options: SharedJournalOptions;
  /** Exchanges that the store does not have. */
  readonly #unwritten = new Set<ExchangeRecord>();
  /** The entries of exchanges that were written before they were over. */
  readonly #unfinished = new WeakMap<ExchangeRecord, Promise<string | undefined>>();
  /** The epochs of the exchanges that are not over. */
  readonly #epochs = new WeakMap<ExchangeRecord, string>();
  readonly #writes = new Set<Promise<unknown>>();
  /** Exchanges are added in their order, also if compressing one takes longer. */
  #packing: Promise<string> = Promise.resolve('');
  readonly #awaited: AwaitedExchanges;
  #longer: NodeJS.Timeout | undefined;
  /** Entries that this replica has added since it last read. */
  readonly #own = new Set<string>();
  #lastRead: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isReading = false;

  constructor(options: SharedJournalOptions) {
    this.#options = options;
    this.#awaited = new AwaitedExchanges(options.limits, (record) => this.#epochs.has(record));
  }

  /** The copy's journal has a new exchange. */
  readonly onExchange = (record: ExchangeRecord): void => {
    if (this.#isReading || this.#options.limits.size === 0) return;
    this.#unwritten.add(record);
    this.#epochs.set(record, this.#options.epoch());
    this.#longer ??= setTimeout(() => {
      this.#longer = undefined;
      this.#writeUnfinished();
    }, SOON_OVER_MILLISECONDS).unref();
  };

  /** The exchange is over. */
  recorded(record: ExchangeRecord): void {
    if (!this.#epochs.has(record)) return;
    this.#unwritten.delete(record);
    void this.#write(record);
    this.#epochs.delete(record);
  }

  /** The response was not sent, because the store has not taken its changes. */
  withdraw(record: ExchangeRecord): void {
    this.#unwritten.delete(record);
    this.#epochs.delete(record);
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
    for (let pause = 2; this.#isWaitingFor(range) && performance.now() < deadline; pause *= 2) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      await this.catchUp();
    }
    this.#awaited.giveUp(range);
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

  #isWaitingFor(range: ExchangeRange): boolean {
    const journal = this.#options.copy();
    return journal !== undefined && this.#awaited.some(journal, range);
  }

  #writeUnfinished(): void {
    for (const record of this.#unwritten) this.#unfinished.set(record, this.#write(record));
    this.#unwritten.clear();
  }

  /** Returns the entry; undefined if there is none. */
  #write(record: ExchangeRecord): Promise<string | undefined> {
    const { log, limits, onAdded } = this.#options;
    const epoch = this.#epochs.get(record)!;
    const add = async (replaced?: string): Promise<string | undefined> => {
      const packing = Promise.all([packed(recordText(record)), this.#packing]);
      const text = await (this.#packing = packing.then(([own]) => own));
      onAdded(text.length);
      return await log.record(epoch, { id: record.id, text, replaced }, limits);
    };
    const unfinished = this.#unfinished.get(record);
    const written = (unfinished === undefined ? add() : unfinished.then(add)).then((entry) => {
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
      for (const { entry, exchange } of entries) {
        this.#lastRead = entry;
        if (!this.#own.delete(entry)) add(journal, recordOf(unpacked(exchange)));
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
