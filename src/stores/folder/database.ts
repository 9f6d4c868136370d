/**
 * The database of a folder: LevelDB, by `classic-level`. Its log survives a crash of the process at any moment; a loss
 * of power costs at most the last writes. The system releases its lock file with the process, so no stale lock remains.
 */

import type * as Classic from 'classic-level';
import { importOptionalPeer } from '../../common/platform/optional-peer.js';
import { StoreError } from '../../emulator/store/store-error.js';

/** The package with the database. It is an optional peer, because most emulators have no store. */
const PEER = {
  name: 'classic-level',
  oldest: '3.0',
  purpose: 'a folder as the store',
  install: 'npm install classic-level',
};

/** A row to write. Without a value, it deletes the row with its key. */
export interface Row {
  readonly key: string;
  readonly value?: string;
}

/** Reads all rows, and writes rows in batches. */
export class Database {
  readonly #level: Classic.ClassicLevel;
  readonly #store: string;
  #isClosed = false;

  private constructor(level: Classic.ClassicLevel, store: string) {
    this.#level = level;
    this.#store = store;
  }

  /**
   * Opens a database, and creates it if there is none.
   * @param store the store as messages name it
   * @throws MissingPeerError, StoreError
   */
  static async open(path: string, store: string): Promise<Database> {
    const { ClassicLevel } = (await importOptionalPeer(PEER)) as typeof Classic;
    const level = new ClassicLevel(path, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
    try {
      await level.open();
    } catch (error) {
      // `classic-level` wraps the error of LevelDB, which says the reason, in a general one.
      const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
      if (code === 'LEVEL_LOCKED')
        throw new StoreError(`${store} is in use by another process; stop that one, or choose another with --store`);
      throw new StoreError(`${store} cannot be opened: ${message}`, { cause: error });
    }

    return new Database(level, store);
  }

  /** All rows, in the order of their keys. @throws StoreError */
  entries(): Promise<[key: string, value: string][]> {
    return this.#level.iterator().all().catch(this.#fail('read'));
  }

  /** Stores all rows or none. After a failed write, LevelDB refuses all further writes. @throws StoreError */
  async write(rows: readonly Row[]): Promise<void> {
    const operations = rows.map(({ key, value }) =>
      value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
    );
    await this.#level.batch(operations).catch(this.#fail('written'));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#level.close();
  }

  /** Returns a function for `catch`. It throws a {@link StoreError} in place of the error of the database. */
  #fail(done: 'read' | 'written'): (error: Error) => never {
    return (error) => {
      const what = `${this.#store} cannot be ${done}`;
      if (this.#isClosed) throw new StoreError(`${what}: the emulator was closed`);

      // As at opening, the cause is the error of LevelDB.
      const { message } = error.cause instanceof Error ? error.cause : error;
      throw new StoreError(`${what}: ${message}; start the emulator again`, { cause: error });
    };
  }
}

/** The error for a damaged store. @param what the damaged part */
export function damaged(store: string, what: string, cause?: unknown): StoreError {
  const remedy = 'restore a copy of it, or begin anew in another folder with --store';
  return new StoreError(`the data of ${store} are damaged: ${what}; ${remedy}`, { cause });
}
