/** Limits the bytes of all journals in Redis. Replicas take turns: one of them checks every ten seconds. */

import { JOURNAL_CHECK, keysOf } from '../keys.js';
import type { RedisConnection } from '../connection/redis-connection.js';
import type { Reply } from '../connection/redis-nodes.js';
import type { SandboxIndex } from '../sandbox-index.js';
import { MAKE_ROOM } from './journal-scripts.js';

const CHECK_MILLISECONDS = 9_000;

interface KeptJournal {
  readonly id: string;
  readonly bytes: number;
  /** When the oldest exchange was added, in milliseconds since 1970 by Redis. */
  readonly oldest: number;
}

export class JournalQuota {
  readonly #redis: RedisConnection;
  readonly #index: SandboxIndex;
  readonly #most: number;

  /** @param most bytes of all journals */
  constructor(redis: RedisConnection, index: SandboxIndex, most: number) {
    this.#redis = redis;
    this.#index = index;
    this.#most = most;
  }

  /** Removes the oldest exchanges of all if there are too many bytes, unless another replica has just checked it. */
  async check(): Promise<void> {
    const turn = await this.#redis.command('SET', JOURNAL_CHECK, '1', 'NX', 'PX', String(CHECK_MILLISECONDS));
    if (turn === null) return;
    const all = await Promise.all((await this.#index.all()).map((id) => this.#makeRoom(id, 0, 0)));
    const journals = all.filter(({ bytes }) => bytes > 0).toSorted((a, b) => a.oldest - b.oldest);
    const bytes = journals.reduce((sum, journal) => sum + journal.bytes, 0);
    if (bytes > this.#most) await this.#remove(journals, bytes - this.#most + this.#most / 16);
  }

  /** Removes so many bytes. @param journals the one with the oldest exchange first */
  async #remove(journals: KeptJournal[], bytes: number): Promise<void> {
    for (let free = bytes; free > 0 && journals.length > 0;) {
      const [first, second] = journals as [KeptJournal, KeptJournal?];
      const left = await this.#makeRoom(first.id, second?.oldest ?? Number.MAX_SAFE_INTEGER, free);
      free -= first.bytes - left.bytes;
      journals.shift();
      if (left.bytes > 0) insert(journals, left);
    }
  }

  async #makeRoom(id: string, upTo: number, free: number): Promise<KeptJournal> {
    const { head, journal } = keysOf(id);
    const reply = await this.#redis.run(MAKE_ROOM, [head, journal], [upTo, free]);
    const [bytes, oldest] = reply as readonly Reply[];
    return { id, bytes: Number(bytes), oldest: Number.parseInt(String(oldest ?? 0), 10) };
  }
}

function insert(journals: KeptJournal[], journal: KeptJournal): void {
  const place = journals.findIndex(({ oldest }) => oldest > journal.oldest);
  journals.splice(place === -1 ? journals.length : place, 0, journal);
}
