/** The journals of all sandboxes. */

import type { ExchangeRecord } from './exchange-record.js';
import { Journal } from './journal.js';
import { JournalBudget } from './journal-budget.js';
import { RepeatedTexts } from './repeated-texts.js';

/** The journals of an emulator. A journal is created on first use. */
export class Journals {
  /** The texts that exchanges of all journals share. */
  readonly texts = new RepeatedTexts();
  readonly #size: number;
  readonly #budget: JournalBudget;
  /**
   * The journal of each sandbox. The keys are weak: if a request is recorded after the removal of its sandbox, a
   * journal is created that nothing else would remove.
   */
  readonly #journals = new WeakMap<object, Journal>();

  /** @param limits `size`: number of exchanges of each journal; `bytesInAll`: bytes of all journals together */
  constructor({ size, bytesInAll }: { readonly size: number; readonly bytesInAll?: number }) {
    this.#size = size;
    this.#budget = new JournalBudget(bytesInAll);
  }

  /** The journal of a sandbox. */
  of(sandbox: object): Journal {
    const known = this.#journals.get(sandbox);
    if (known !== undefined) return known;

    const journal = new Journal(this.#size, this.#budget);
    this.#journals.set(sandbox, journal);

    return journal;
  }

  /** Fills the journal of a new sandbox. The journal keeps all records, even if there are more than the usual size. */
  fill(sandbox: object, records: readonly ExchangeRecord[]): void {
    // A journal of this size has a place for each number up to the last one. Messages that the HTTP parser refused have
    // numbers with fractions, and need no further place.
    const lastId = Math.floor(records.at(-1)?.id ?? 0);
    const journal = new Journal(Math.max(lastId, this.#size), this.#budget);
    for (const record of records) journal.add(record);
    this.#journals.set(sandbox, journal);
  }

  /** Removes the journal of a removed sandbox and ends its followers. */
  forget(sandbox: object): void {
    this.#journals.get(sandbox)?.end();
    this.#clear(sandbox);
  }

  /**
   * Starts an empty journal for a sandbox that replaces another. The followers of the old journal follow the new
   * journal.
   */
  startSuccessor(old: object, sandbox: object): void {
    const known = this.#journals.get(old);
    if (known === undefined) return;

    this.#journals.set(sandbox, known.successor());
    this.#clear(old);
  }

  /** Passes the journal on to another object: `sandbox` is a later state of the sandbox `old`. */
  passOn(old: object, sandbox: object): void {
    this.#journals.set(sandbox, this.of(old));
  }

  /** Ends all followers of the journals of these sandboxes. */
  end(sandboxes: readonly object[]): void {
    for (const sandbox of sandboxes) this.#journals.get(sandbox)?.end();
  }

  /** Empties the journal of a sandbox, and ignores exchanges that end later. */
  #clear(sandbox: object): void {
    this.#journals.get(sandbox)?.clear(Infinity);
    this.#journals.delete(sandbox);
  }
}
