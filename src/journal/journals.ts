/** The journals of an emulator's sandboxes, each made when it is first written or read. */

import { Journal } from './journal.js';

const MOST_RECORDS = 1_000;

export class Journals {
  readonly #journals = new WeakMap<object, Journal>();

  /** The journal of a sandbox. */
  of(sandbox: object): Journal {
    let journal = this.#journals.get(sandbox);
    if (journal === undefined) this.#journals.set(sandbox, (journal = new Journal(MOST_RECORDS)));
    return journal;
  }
}
