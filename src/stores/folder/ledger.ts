/**
 * Says whether all rows of sandboxes are there. LevelDB skips what it cannot read in its log, without a word. So each
 * batch writes a row with its number, and deletes the one of the batch before: if a batch is missing, the row before it
 * stays. The row says how many sandboxes there are then. Missing batches at the end show in their number, which a file
 * beside the database has; after a start of the machine they may be those that a loss of power took.
 */

import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Database } from './database.js';
import { KEYS, numberIn } from './rows.js';
import type { Row } from './write-queue.js';

/** Another text after each start of the machine. Other systems have none. */
const BOOT_FILE = '/proc/sys/kernel/random/boot_id';

export class Ledger {
  readonly #database: Database;
  readonly #file: string;
  readonly #boot = existsSync(BOOT_FILE) ? readFileSync(BOOT_FILE, 'utf8').trim() : '';
  /** The keys of all heads; undefined if they have to be read. */
  #heads: Set<string> | undefined;
  /** Number of the last batch. */
  #batch = 0;
  #descriptor: number | undefined;

  /** @param file has the number of batches */
  constructor(database: Database, file: string) {
    this.#database = database;
    this.#file = file;
  }

  /** What is missing, in words; undefined if nothing is. @throws StoreError */
  async damage(): Promise<string | undefined> {
    const [found, batches] = await this.#read();
    // A table that is damaged shows when it is read.
    await this.#database.keys('change/');
    const sandboxes = Number(batches.at(-1)?.[1] ?? 0);
    const lostAtEnd = this.#batchesOfBoot() - this.#batch;
    if (found.size === sandboxes && batches.length === 1 && lostAtEnd <= 0) return undefined;
    return [
      `${found.size} of ${sandboxes} sandboxes are there`,
      ...batches.slice(0, -1).map(([key]) => `writes after the first ${numberIn(key)} of ${this.#batch} are missing`),
      ...(lostAtEnd > 0 ? [`the last ${lostAtEnd} writes are missing`] : []),
    ].join(', ');
  }

  /** Writes rows, and the row of the batch with them. @throws StoreError */
  async write(rows: readonly Row[]): Promise<void> {
    const heads = this.#heads ?? (await this.#read())[0];
    for (const { key, value } of rows.filter((row) => row.key.startsWith('head/')))
      if (value === undefined) heads.delete(key);
      else heads.add(key);
    const batch = { key: KEYS.batch(this.#batch + 1), value: String(heads.size) };
    await this.#database.write([...rows, { key: KEYS.batch(this.#batch) }, batch]);
    this.#batch++;
    this.#descriptor ??= openSync(this.#file, 'w', 0o600);
    writeSync(this.#descriptor, `${this.#boot} ${String(this.#batch).padStart(15)}\n`, 0);
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

  /** The keys of all heads, and the rows of batches. */
  async #read(): Promise<[heads: Set<string>, batches: [string, string][]]> {
    const heads = new Set(await this.#database.keys('head/'));
    const batches = await this.#database.entries('batch/');
    this.#heads = heads;
    this.#batch = numberIn(batches.at(-1)?.[0] ?? KEYS.batch(0));
    return [heads, batches];
  }
}
