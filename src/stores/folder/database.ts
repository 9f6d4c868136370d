/**
 * The database of a folder: LevelDB, by `classic-level`. Its log survives the process at any moment, and after a loss
 * of power at most the last writes are gone; its lock file belongs to the process, so no stale lock remains.
 */

import type * as Classic from 'classic-level';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importOptionalPeer } from '../../common/platform/optional-peer.js';
import { StoreError } from '../../emulator/store/store-error.js';
import type { Row } from './write-queue.js';

const PEER = {
  name: 'classic-level',
  oldest: '3.0',
  purpose: 'a folder as the store',
  install: 'npm install classic-level',
};

/** Options of {@link Database}. */
export interface DatabaseOptions {
  /** The store, in words for messages. */
  readonly store: string;
  /** Whether there may be none yet. Where there was one, LevelDB would begin a new one and delete what is left. */
  readonly isNew: boolean;
  /** The error if another process has the database. */
  readonly inUse: () => StoreError;
}

/** How long a database that failed is left alone, in milliseconds. */
const PAUSE_AFTER_FAILURE = 500;
/** Milliseconds between checks for a deleted folder: its files are open, so no call fails. */
const CHECK_INTERVAL = 1_000;

export class Database {
  readonly #path: string;
  readonly #options: DatabaseOptions;
  #level: Classic.ClassicLevel;
  /** Why nothing can be read or written, and since when: a reading of `performance.now()`. */
  #failure: { readonly error: StoreError; readonly at: number } | undefined;
  #reopening: Promise<void> | undefined;
  #isClosed = false;
  #checkedAt = performance.now();

  private constructor(path: string, level: Classic.ClassicLevel, options: DatabaseOptions) {
    this.#path = path;
    this.#level = level;
    this.#options = options;
  }

  /** @throws MissingPeerError, StoreError */
  static async open(path: string, options: DatabaseOptions): Promise<Database> {
    return new Database(path, await openLevel(path, options), options);
  }

  /** After a failure, the database is opened again, and the next call has it. @throws StoreError */
  get(key: string): string | undefined {
    try {
      return this.#level.getSync(key);
    } catch (error) {
      const failure = this.#failed('read', error);
      this.#reopened().catch(() => undefined);
      throw failure;
    }
  }

  /** The keys that begin with the prefix, in their order. @throws StoreError */
  keys(prefix: string): Promise<string[]> {
    return this.#done('read', () => this.#level.keys(withPrefix(prefix)).all());
  }

  /** All rows whose keys begin with the prefix, in the order of their keys. @throws StoreError */
  entries(prefix: string): Promise<[string, string][]> {
    return this.#done('read', () => this.#level.iterator(withPrefix(prefix)).all());
  }

  /** Deletes all rows whose keys begin with the prefix. @throws StoreError */
  clear(prefix: string): Promise<void> {
    return this.#done('written', () => this.#level.clear(withPrefix(prefix)));
  }

  /** Stores all rows or none. @throws StoreError */
  write(rows: readonly Row[]): Promise<void> {
    return this.#done('written', () => {
      this.#refuseDeleted();
      const operations = rows.map(({ key, value }) =>
        value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
      );
      return this.#level.batch(operations);
    });
  }

  /** LevelDB refuses every write after one that failed, until it is opened again. */
  async #done<Result>(what: 'read' | 'written', work: () => Promise<Result>): Promise<Result> {
    try {
      await this.#reopened();
      return await work();
    } catch (error) {
      throw this.#failed(what, error);
    }
  }

  /** Returns the error to throw. */
  #failed(what: 'read' | 'written', cause: unknown): StoreError {
    const error = this.#error(what, cause);
    this.#failure ??= { error, at: performance.now() };
    return error;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#level.close();
  }

  async #reopened(): Promise<void> {
    if (this.#failure === undefined || this.#isClosed) return;
    if (performance.now() - this.#failure.at < PAUSE_AFTER_FAILURE) throw this.#failure.error;
    this.#failure = { ...this.#failure, at: performance.now() };
    await (this.#reopening ??= this.#reopen().finally(() => (this.#reopening = undefined)));
  }

  async #reopen(): Promise<void> {
    await this.#level.close();
    this.#level = await openLevel(this.#path, { ...this.#options, isNew: false });
    this.#failure = undefined;
  }

  #refuseDeleted(): void {
    if (performance.now() - this.#checkedAt < CHECK_INTERVAL) return;
    this.#checkedAt = performance.now();
    // LevelDB always has this file.
    if (!existsSync(join(this.#path, 'CURRENT')))
      throw new Error('it was deleted or moved; put it back, or start the emulator again');
  }

  #error(what: 'read' | 'written', error: unknown): StoreError {
    if (error instanceof StoreError) return error;
    if (this.#isClosed) return new StoreError(`${this.#options.store} cannot be ${what}: the emulator was closed`);
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return reason.startsWith('Corruption')
      ? damaged(this.#options.store, reason, error)
      : new StoreError(`${this.#options.store} cannot be ${what}: ${reason}`, { cause: error });
  }
}

/** @throws MissingPeerError, StoreError */
async function openLevel(path: string, { store, isNew, inUse }: DatabaseOptions): Promise<Classic.ClassicLevel> {
  const { ClassicLevel } = (await importOptionalPeer(PEER)) as typeof Classic;
  const level = new ClassicLevel(path, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
  try {
    await level.open({ createIfMissing: isNew });
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    if (code === 'LEVEL_LOCKED') throw inUse();
    if (code === 'LEVEL_CORRUPTION') throw damaged(store, message, error);
    throw new StoreError(`${store} cannot be opened: ${message}`, { cause: error });
  }
  return level;
}

/** @param what what is damaged */
export function damaged(store: string, what: string, cause?: unknown): StoreError {
  return new StoreError(
    `the data of ${store} are damaged: ${what}; restore a copy of it, or begin anew in another folder with --store`,
    { cause },
  );
}

function withPrefix(prefix: string): { gte: string; lt: string } {
  return { gte: prefix, lt: `${prefix}\uffff` };
}
