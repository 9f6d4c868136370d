/**
 * Says whether all rows of sandboxes are there. LevelDB skips what it cannot read in its log, without a word. So each
 * batch also writes how many sandboxes and changes there are then, with a digest of where the changes of each sandbox
 * begin and end: a batch that is missing shows in the next one. Missing batches at the end show in their number, which
 * a file beside the database has; after a start of the machine they may be those that a loss of power took.
 */

import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hash32 } from '../../emulator/domain/time/random.js';
import type { Database } from './database.js';
import type { Row } from './write-queue.js';

const KEY = 'ledger';
/** Another text after each start of the machine. Other systems have none. */
const BOOT_FILE = '/proc/sys/kernel/random/boot_id';

/** What a batch says of all rows. */
interface Totals {
  batches: number;
  sandboxes: number;
  changes: number;
  digest: number;
}

const NOTHING: Totals = { batches: 0, sandboxes: 0, changes: 0, digest: 0 };

/** The changes of a sandbox since its snapshot. */
interface Span {
  readonly first: number;
  readonly last: number;
  /** Fewer than from the first to the last if some are missing. */
  readonly count: number;
}

const NO_CHANGES: Span = { first: 0, last: -1, count: 0 };

export class Ledger {
  readonly #database: Database;
  readonly #file: string;
  readonly #boot = existsSync(BOOT_FILE) ? readFileSync(BOOT_FILE, 'utf8').trim() : '';
  readonly #heads = new Set<number>();
  readonly #spans = new Map<number, Span>();
  #totals: Totals | undefined;
  #descriptor: number | undefined;

  /** @param file has the number of batches */
  constructor(database: Database, file: string) {
    this.#database = database;
    this.#file = file;
  }

  /** What is missing, in words; undefined if nothing is. @throws StoreError */
  async damage(): Promise<string | undefined> {
    const found = await this.#counted();
    const text = this.#database.get(KEY);
    // The folder is new, or an older version has written it.
    if (text === undefined) return undefined;
    const { sandboxes, changes, digest, batches } = JSON.parse(text) as Totals;
    const lostBatches = this.#batchesOfBoot() - batches;
    if (lostBatches <= 0 && sandboxes === found.sandboxes && digest === found.digest) return undefined;
    return [
      `${found.sandboxes} of ${sandboxes} sandboxes are there`,
      `${found.changes} of ${changes} changes since their last snapshots`,
      ...(lostBatches > 0 ? [`the last ${lostBatches} writes are missing`] : []),
    ].join(', ');
  }

  /** Begins anew with the rows that are there. @throws StoreError */
  async accept(): Promise<void> {
    this.#totals = undefined;
    rmSync(this.#file, { force: true });
    await this.write([]);
  }

  /** Writes rows, and the totals with them. @throws StoreError */
  async write(rows: readonly Row[]): Promise<void> {
    const totals = this.#totals ?? (await this.#counted());
    try {
      for (const row of rows) this.#count(row);
      totals.batches++;
      await this.#database.write([...rows, { key: KEY, value: JSON.stringify(totals) }]);
    } catch (error) {
      // What is there is counted again before the next batch.
      this.#totals = undefined;
      throw error;
    }
    this.#descriptor ??= openSync(this.#file, 'w', 0o600);
    writeSync(this.#descriptor, `${this.#boot} ${String(totals.batches).padStart(15)}\n`, 0);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** How many batches were written since the machine started; 0 if that is not known. */
  #batchesOfBoot(): number {
    const [boot, batches] = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split(/ +/) : [];
    return boot === this.#boot && boot !== '' ? Number(batches) : 0;
  }

  async #counted(): Promise<Totals> {
    this.#heads.clear();
    this.#spans.clear();
    const written = JSON.parse(this.#database.get(KEY) ?? '{}') as Partial<Totals>;
    const totals = { ...NOTHING, batches: written.batches ?? 0 };
    this.#totals = totals;
    for (const kind of ['head/', 'change/'])
      for (const key of await this.#database.keys(kind)) this.#count({ key, value: '' });
    return totals;
  }

  #count({ key, value }: Row): void {
    const [kind, name, place] = key.split('/') as [string, string, string?];
    if (kind !== 'head' && kind !== 'change') return;
    const number = Number(name);
    this.#sum(number, -1);
    if (kind === 'change') this.#move(number, Number(place), value !== undefined);
    else if (value !== undefined) this.#heads.add(number);
    else this.#heads.delete(number);
    this.#sum(number, 1);
  }

  /** Changes are added at the end, and removed from the first one on. */
  #move(number: number, place: number, isAdded: boolean): void {
    const { first, last, count } = this.#spans.get(number) ?? { first: place, last: place - 1, count: 0 };
    if (isAdded) this.#spans.set(number, { first, last: Math.max(last, place), count: count + 1 });
    else if (place >= last) this.#spans.delete(number);
    else this.#spans.set(number, { first: place + 1, last, count: count - 1 });
  }

  /** Adds a sandbox to the totals, or takes it away. */
  #sum(number: number, sign: 1 | -1): void {
    if (!this.#heads.has(number)) return;
    const totals = this.#totals!;
    const { first, last, count } = this.#spans.get(number) ?? NO_CHANGES;
    totals.sandboxes += sign;
    totals.changes += sign * count;
    totals.digest ^= hash32(number, first, last, count);
  }
}
