/** The rows of fixtures that are not shipped. Sandboxes share them; the last one with a fixture takes its row along. */

import type { StoredFixture } from '../../emulator/store/stored-sandbox.js';
import { KEYS, type StoredHead } from './rows.js';
import type { Row } from './write-queue.js';

export class FixtureRows {
  /** How many sandboxes name each fixture, by its digest, when everything that is queued is written. */
  readonly #sandboxes = new Map<string, number>();

  /** Counts the sandboxes of the folder, at the start and when queued writes are lost. */
  count(heads: Iterable<StoredHead>): void {
    this.#sandboxes.clear();
    for (const { fixture } of heads) if (fixture !== undefined) this.#add(fixture, 1);
  }

  /** The row to write with a new sandbox that has this fixture; none if another sandbox has it. */
  opened(fixture: StoredFixture | undefined): Row[] {
    if (fixture === undefined || this.#add(fixture.sha256, 1) > 1) return [];
    return [{ key: KEYS.fixture(fixture.sha256), value: fixture.text }];
  }

  /** The row to delete with a sandbox; none if another sandbox has its fixture. */
  removed({ fixture }: StoredHead): Row[] {
    return fixture === undefined || this.#add(fixture, -1) > 0 ? [] : [{ key: KEYS.fixture(fixture) }];
  }

  /** Returns how many sandboxes name the fixture then. */
  #add(sha256: string, sandboxes: 1 | -1): number {
    const count = (this.#sandboxes.get(sha256) ?? 0) + sandboxes;
    if (count > 0) this.#sandboxes.set(sha256, count);
    else this.#sandboxes.delete(sha256);
    return count;
  }
}
