/** The rows of fixtures that are not shipped. Sandboxes share them, and they are never deleted. */

import { BoundedMap } from '../../domain/bounded-map.js';
import type { StoredFixture } from '../stored-sandbox.js';
import type { Database } from './database.js';
import type { Row } from './write-queue.js';

const MOST_KNOWN = 100;

export class FixtureRows {
  readonly #database: Database;
  /** The digests of fixtures that were written or read. */
  readonly #known = new BoundedMap<string, true>(MOST_KNOWN);

  constructor(database: Database) {
    this.#database = database;
  }

  /** The row to write for a sandbox with this fixture; none if it has been written. */
  of(fixture: StoredFixture | undefined): Row[] {
    if (fixture === undefined || this.#known.get(fixture.sha256) === true) return [];
    return [{ key: keyOf(fixture.sha256), value: fixture.text }];
  }

  /** Takes the fixture as written. */
  written(fixture: StoredFixture | undefined): void {
    if (fixture !== undefined) this.#known.set(fixture.sha256, true);
  }

  /** @throws StoreError, Error if there is none */
  read(sha256: string): string {
    const text = this.#database.get(keyOf(sha256));
    if (text === undefined) throw new Error(`there is no fixture ${sha256}`);
    this.#known.set(sha256, true);
    return text;
  }
}

function keyOf(sha256: string): string {
  return `fixture/${sha256}`;
}
