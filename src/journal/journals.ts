/** The journals of an emulator's sandboxes, each made when it is first written or read. */

import { Journal } from './journal.js';
import { KeptBodies } from './kept-bodies.js';

export class Journals {
  readonly #most: number;
  readonly #bodies = new KeptBodies();
  /** Weakly: a request that was under way when its sandbox was removed is recorded all the same, and nobody forgets that journal. */
  readonly #journals = new WeakMap<object, Journal>();

  /** @param most how many exchanges of each sandbox are kept; 0 for none */
  constructor(most: number) {
    this.#most = most;
  }

  /** The journal of a sandbox. */
  of(sandbox: object): Journal {
    let journal = this.#journals.get(sandbox);
    if (journal === undefined) this.#journals.set(sandbox, (journal = new Journal(this.#most, this.#bodies)));
    return journal;
  }

  /** Forgets the journal of a sandbox that is gone; nobody follows it any more. */
  forget(sandbox: object): void {
    this.#journals.get(sandbox)?.end();
    this.#clear(sandbox);
  }

  /** Begins the journal of a sandbox that has taken the place of another; those who follow that one follow it. */
  succeed(old: object, sandbox: object): void {
    const known = this.#journals.get(old);
    if (known === undefined) return;
    this.#journals.set(sandbox, known.successor());
    this.#clear(old);
  }

  /** Lets everybody go who follows the journals of these sandboxes. */
  end(sandboxes: readonly object[]): void {
    for (const sandbox of sandboxes) this.#journals.get(sandbox)?.end();
  }

  #clear(sandbox: object): void {
    this.#journals.get(sandbox)?.clear(Number.POSITIVE_INFINITY);
    this.#journals.delete(sandbox);
  }
}
