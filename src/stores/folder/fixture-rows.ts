/** The rows of fixtures that are not shipped. Sandboxes share them; the last one with a fixture takes its row along. */

import type { StoredFixture } from '../../emulator/store/stored-sandbox.js';
import type { Database } from './database.js';
import type { StoredHead } from './rows.js';
import type { Row } from './write-queue.js';

export class FixtureRows {
  readonly #database: Database;
  /** How many sandboxes name each fixture, by its digest, when everything that is queued is written. */
  readonly #sandboxes = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts the sandboxes of the folder, at the start and when queued writes are lost. */
  count(heads: Iterable<StoredHead>): void {
    this.#sandboxes.clear();
    for (const { fixture } of heads) if (fixture !== undefined) this.#add(fixture);
  }

  /** The row to write with a new sandbox that has this fixture; none if another sandbox has it. */
  opened(fixture: StoredFixture | undefined): Row[] {
    if (fixture === undefined || this.#add(fixture.sha256) > 1) return [];
    return [{ key: keyOf(fixture.sha256), value: fixture.text }];
  }

  /** The row to delete with a sandbox; none if another sandbox has its fixture. */
  removed({ fixture }: StoredHead): Row[] {
    if (fixture === undefined) return [];
    const others = this.#sandboxes.get(fixture)! - 1;
    if (others > 0) {
      this.#sandboxes.set(fixture, others);
      return [];
    }
    this.#sandboxes.delete(fixture);
    return [{ key: keyOf(fixture) }];
  }

  /** @throws StoreError, Error if there is none */
  read(sha256: string): string {
    const text = this.#database.get(keyOf(sha256));
    if (text === undefined) throw new Error(`there is no fixture ${sha256}`);
    return text;
  }

  #add(sha256: string): number {
    const sandboxes = (this.#sandboxes.get(sha256) ?? 0) + 1;
    this.#sandboxes.set(sha256, sandboxes);
    return sandboxes;
  }
}

function keyOf(sha256: string): string {
  return `fixture/${sha256}`;
}
