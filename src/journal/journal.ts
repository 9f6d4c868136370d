/** The last exchanges of a sandbox: what was asked, what was answered, and which scenarios had a hand in it. */

import { BodyBudget } from './body-budget.js';
import type { ExchangeRecord } from './exchange-record.js';

/** Somebody who reads along. */
export interface Follower {
  /** Told of every exchange when it has been written into the journal. */
  readonly tell: (record: ExchangeRecord) => void;
  /** Told that nothing more will come. */
  readonly end: () => void;
}

/** A bounded list of exchanges; the oldest makes room. */
export class Journal {
  readonly #most: number;
  readonly #bodies: BodyBudget;
  readonly #followers: Set<Follower>;
  /** At the place that its number leaves when it is divided by the size. */
  #records: (ExchangeRecord | undefined)[] = [];
  #clearedAt = 0;

  /**
   * @param most how many exchanges are kept
   * @param bodies decides how long their bodies are
   * @param followers who follow it already
   */
  constructor(most: number, bodies: BodyBudget, followers = new Set<Follower>()) {
    this.#most = most;
    this.#bodies = bodies;
    this.#followers = followers;
  }

  /** An empty journal that takes the place of this one: those who follow this one follow it. */
  successor(): Journal {
    return new Journal(this.#most, this.#bodies, this.#followers);
  }

  add(record: ExchangeRecord): void {
    if (this.#most > 0 && record.id > this.#clearedAt) {
      const place = (record.id - 1) % this.#most;
      const replaced = this.#records[place];
      if (replaced !== undefined) this.#bodies.release(replaced);
      this.#records[place] = record;
      this.#bodies.keep(record);
    }
    for (const { tell } of this.#followers) tell(record);
  }

  /** The exchanges that are kept, oldest first. */
  records(): ExchangeRecord[] {
    return this.#records.filter((record) => record !== undefined).sort((a, b) => a.id - b.id);
  }

  /** The exchange with this number, if it is kept. */
  record(id: number): ExchangeRecord | undefined {
    const record = this.#most > 0 ? this.#records[(id - 1) % this.#most] : undefined;
    return record?.id === id ? record : undefined;
  }

  /** Forgets all exchanges up to the one with this number. */
  clear(last: number): void {
    for (const record of this.records()) this.#bodies.release(record);
    this.#records = [];
    this.#clearedAt = last;
  }

  /** Lets those who follow go. */
  end(): void {
    const followers = [...this.#followers];
    this.#followers.clear();
    for (const { end } of followers) end();
  }

  /** Tells `follower` of every exchange from now on, until the function that is returned is called. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
    };
  }
}

export class Journals {
  readonly #most: number;
  readonly #bodies = new BodyBudget();
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
