/**
 * What one of the replicas does for all, beside requests: it sweeps what has expired, limits the bytes of all journals in
 * Redis, as Redis counts them, and removes the oldest exchanges before its memory is full: sandboxes need room, too.
 */

import { keysOf, SWEEP } from '../keys.js';
import type { Reply } from '../connection/redis-nodes.js';
import { scriptWhenFull } from '../connection/script.js';
import type { RedisStore } from '../redis-store.js';
import type { SandboxIndex } from '../sandbox-index.js';
import { MAKE_ROOM } from './journal-scripts.js';

/** How full the memory of Redis may become, and how full it is afterwards. */
const [HIGHEST, AFTERWARDS] = [0.85, 0.75];
const SWEEP_MILLISECONDS = 10_000;
/** How often the memory of Redis is looked at, beside what this replica adds. */
const MEMORY_MILLISECONDS = 1_000;
/** A replica that dies while it has the turn keeps others from it for so long. */
const TURN_MILLISECONDS = 9_000;

/** Takes the turn, also if Redis is full. KEYS turn. ARGV milliseconds. */
const TAKE_TURN = scriptWhenFull(`
return redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1])`);

interface KeptJournal {
  readonly id: string;
  readonly bytes: number;
  /** When the oldest exchange was added, by the time of the store. */
  readonly oldest: number;
}

export class JournalQuota {
  readonly #redis: RedisStore['connection'];
  readonly #index: SandboxIndex;
  readonly #most: number;
  /** How many bytes this replica may add until it looks at the memory of Redis again. */
  #unchecked = 0;
  #isRelieving = false;
  readonly #timers: readonly NodeJS.Timeout[];

  /** @param most bytes of all journals */
  constructor({ connection, events }: RedisStore, index: SandboxIndex, most: number) {
    this.#redis = connection;
    this.#index = index;
    this.#most = most;
    const sweep = (): void => void this.sweep().catch(ignore);
    this.#timers = [
      setInterval(sweep, SWEEP_MILLISECONDS).unref(),
      setInterval(this.#relieve, MEMORY_MILLISECONDS).unref(),
    ];
    events.on('full', this.#relieve);
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Sweeps the index and limits all journals, unless another replica has just done it. @throws StoreError */
  async sweep(): Promise<void> {
    if ((await this.#redis.run(TAKE_TURN, [SWEEP], [TURN_MILLISECONDS])) === null) return;
    await this.#index.sweep();
    const journals = await this.#journals();
    const bytes = journals.reduce((sum, journal) => sum + journal.bytes, 0);
    if (bytes > this.#most) await this.#remove(journals, bytes - this.#most + this.#most / 16);
  }

  /** Exchanges of so many bytes were added. */
  recorded(bytes: number): void {
    this.#unchecked -= bytes;
    if (this.#unchecked < 0) this.#relieve();
  }

  /** Removes exchanges if the memory of Redis is nearly full. Never fails: the next one may succeed. */
  readonly #relieve = (): void => {
    if (this.#isRelieving) return;
    this.#isRelieving = true;
    void this.#checkMemory()
      .catch(ignore)
      .finally(() => {
        this.#isRelieving = false;
      });
  };

  async #checkMemory(): Promise<void> {
    const nodes = (await this.#redis.memory()).filter(({ most }) => most > 0);
    const excess = nodes.filter(({ used, most }) => used > HIGHEST * most);
    // Other replicas add exchanges, too.
    const room = Math.min(...nodes.map(({ used, most }) => HIGHEST * most - used)) / 8;
    this.#unchecked = Math.max(room, 65_536);
    if (excess.length === 0 || (await this.#redis.run(TAKE_TURN, [`${SWEEP}:memory`], [1_000])) === null) return;
    await this.#remove(
      await this.#journals(),
      excess.reduce((sum, { used, most }) => sum + used - AFTERWARDS * most, 0),
    );
    await this.#redis.command('DEL', `${SWEEP}:memory`);
  }

  /** Those that have exchanges, the one with the oldest first. */
  async #journals(): Promise<KeptJournal[]> {
    const all = await Promise.all((await this.#index.all()).map((id) => this.#makeRoom(id, 0, 0)));
    return all.filter(({ bytes }) => bytes > 0).toSorted(byOldest);
  }

  /** Removes so many bytes. @param journals the one with the oldest exchange first */
  async #remove(journals: KeptJournal[], bytes: number): Promise<void> {
    for (let free = bytes; free > 0 && journals.length > 0;) {
      const [first, second] = journals as [KeptJournal, KeptJournal?];
      const left = await this.#makeRoom(first.id, second?.oldest ?? Number.MAX_SAFE_INTEGER, free);
      free -= first.bytes - left.bytes;
      if (left.bytes > 0) journals[0] = left;
      else journals.shift();
      journals.sort(byOldest);
    }
  }

  async #makeRoom(id: string, upTo: number, free: number): Promise<KeptJournal> {
    const { head, journal } = keysOf(id);
    const reply = await this.#redis.run(MAKE_ROOM, [head, journal], [upTo, free]);
    const [bytes, oldest] = reply as readonly Reply[];
    return { id, bytes: Number(bytes), oldest: Number(oldest) };
  }
}

function byOldest(a: KeptJournal, b: KeptJournal): number {
  return a.oldest - b.oldest;
}

function ignore(): void {
  // The next time it may succeed, and requests report that the store is not reachable.
}
