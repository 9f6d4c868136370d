/** Journals: the last exchanges of each sandbox. */

import { BodyBudget } from './body-budget.js';
import type { ExchangeRecord } from './exchange-record.js';
import { SecretValues } from './secret-values.js';

/** Receives the exchanges of a journal as they are recorded. */
export interface Follower {
  readonly onExchange: (record: ExchangeRecord) => void;
  /** Called when all exchanges were removed. */
  readonly onClear?: () => void;
  /** Called when no more exchanges will follow. */
  readonly onEnd: () => void;
}

/** A bounded list of exchanges. A new one replaces the oldest. */
export class Journal {
  readonly #size: number;
  readonly #bodies: BodyBudget;
  #followers = new Set<Follower>();
  #secrets: SecretValues | undefined;
  /** Number of the last exchange whose secrets are known. */
  #learnedUpTo = 0;
  /** Reads the exchanges that a store has, on first use. */
  #older: (() => readonly ExchangeRecord[]) | undefined;
  /** A ring: the index is the number of the exchange, from 0, modulo the size. */
  #records: (ExchangeRecord | undefined)[] = [];
  #clearedAt = 0;
  /** Number of the newest exchange. */
  #last = 0;

  /**
   * @param size number of exchanges to keep
   * @param bodies the memory for their bodies
   * @param older reads the exchanges that a store has
   */
  constructor(size: number, bodies: BodyBudget, older?: () => readonly ExchangeRecord[]) {
    this.#size = size;
    this.#bodies = bodies;
    this.#older = older;
  }

  /** Whether somebody follows the journal. */
  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** The secrets to remove from the exchanges. */
  get secrets(): SecretValues {
    return (this.#secrets ??= new SecretValues());
  }

  /** An empty journal with the same followers. */
  successor(): Journal {
    const successor = new Journal(this.#size, this.#bodies);
    successor.#followers = this.#followers;
    successor.#secrets = this.#secrets;
    return successor;
  }

  add(record: ExchangeRecord): void {
    this.#put(record);
    for (const { onExchange } of this.#followers) onExchange(record);
  }

  /** The exchanges in the journal, oldest first. */
  records(): ExchangeRecord[] {
    this.#readOlder();
    return this.#records.filter((record) => record !== undefined).sort((a, b) => a.id - b.id);
  }

  /** The exchanges since the last call, whose secrets are to be learnt. */
  unlearned(): ExchangeRecord[] {
    this.#readOlder();
    const from = Math.max(this.#learnedUpTo, this.#last - this.#size) + 1;
    const ids = Array.from({ length: Math.max(0, this.#last + 1 - from) }, (_, at) => from + at);
    this.#learnedUpTo = this.#last;
    return ids.flatMap((id) => this.record(id) ?? []);
  }

  /** The exchange with this number. Undefined if it is not in the journal, or no longer. */
  record(id: number): ExchangeRecord | undefined {
    this.#readOlder();
    return this.#inMemory(id);
  }

  /** The exchange before a new one with this number, if it is at hand. */
  before(id: number): ExchangeRecord | undefined {
    return this.#inMemory(id - 1);
  }

  #inMemory(id: number): ExchangeRecord | undefined {
    const record = this.#size > 0 ? this.#records[this.#place(id)] : undefined;
    return record?.id === id ? record : undefined;
  }

  /** Removes all exchanges up to the one with this number. Later calls of `add` ignore these numbers. */
  clear(last: number): void {
    this.#older = undefined;
    for (const record of this.records()) this.#bodies.release(record);
    this.#records = [];
    this.#clearedAt = last;
    for (const { onClear } of this.#followers) onClear?.();
  }

  /** Passes every exchange from now on to the follower. The returned function ends that. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
    };
  }

  /** Ends all followers. */
  end(): void {
    const followers = [...this.#followers];
    this.#followers.clear();
    for (const { onEnd } of followers) onEnd();
  }

  #readOlder(): void {
    if (this.#older === undefined) return;
    const older = this.#older();
    this.#older = undefined;
    for (const record of older) {
      // Exchanges since then may be recorded already.
      if (this.#inMemory(record.id) === undefined) this.#put(record);
    }
  }

  #put(record: ExchangeRecord): void {
    if (record.id > this.#last) this.#last = record.id;
    if (this.#size === 0 || record.id <= this.#clearedAt) return;
    const place = this.#place(record.id);
    const replaced = this.#records[place];
    if (replaced !== undefined) {
      if (replaced.id > record.id) return;
      this.#bodies.release(replaced);
    }
    this.#records[place] = record;
    this.#bodies.keep(record);
  }

  #place(id: number): number {
    return (id - 1) % this.#size;
  }
}

/** The journals of all sandboxes. A journal is created on first use. */
export class Journals {
  readonly #size: number;
  readonly #bodies = new BodyBudget();
  /** Weak: a request may be recorded after its sandbox was removed, and nothing removes the journal created for it. */
  readonly #journals = new WeakMap<object, Journal>();

  readonly #older: ((sandbox: object) => readonly ExchangeRecord[]) | undefined;

  /**
   * @param size number of exchanges to keep for each sandbox; 0 for none
   * @param older reads the exchanges that a store has of a sandbox
   */
  constructor(size: number, older?: (sandbox: object) => readonly ExchangeRecord[]) {
    this.#size = size;
    this.#older = older;
  }

  /** Whether somebody follows the journal of a sandbox. */
  isFollowed(sandbox: object): boolean {
    return this.#journals.get(sandbox)?.isFollowed === true;
  }

  /** The journal of a sandbox. */
  of(sandbox: object): Journal {
    const known = this.#journals.get(sandbox);
    if (known !== undefined) return known;
    const older = this.#older;
    const journal = new Journal(this.#size, this.#bodies, older && (() => older(sandbox)));
    this.#journals.set(sandbox, journal);
    return journal;
  }

  /** Removes the journal of a removed sandbox and ends its followers. */
  forget(sandbox: object): void {
    this.#journals.get(sandbox)?.end();
    this.#clear(sandbox);
  }

  /**
   * Starts an empty journal for a sandbox that replaces another. The followers of the old journal follow the new one.
   */
  succeed(old: object, sandbox: object): void {
    const known = this.#journals.get(old);
    if (known === undefined) return;
    this.#journals.set(sandbox, known.successor());
    this.#clear(old);
  }

  /** Ends all followers of the journals of these sandboxes. */
  end(sandboxes: readonly object[]): void {
    for (const sandbox of sandboxes) this.#journals.get(sandbox)?.end();
  }

  #clear(sandbox: object): void {
    this.#journals.get(sandbox)?.clear(Number.POSITIVE_INFINITY);
    this.#journals.delete(sandbox);
  }
}
