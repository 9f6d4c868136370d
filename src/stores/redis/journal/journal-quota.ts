/**
 * What one of the replicas does for all, beside requests: it sweeps what has expired, limits the bytes of all journals
 * in Redis, as Redis counts them, and removes the oldest exchanges before its memory is full: sandboxes need room, too.
 */

import { scriptWhenFull, type Reply } from '../script.js';
import { SWEEP } from '../keys.js';
import { type AgedJournal, oldestFirst } from '../../oldest-first.js';
import type { Directory } from '../directory.js';
import { MAKE_ROOM } from './journal-scripts.js';

/** How full the memory of Redis may become, and how full it is afterwards. */
const [HIGHEST, AFTERWARDS] = [0.85, 0.75];
const SWEEP_MILLISECONDS = 10_000;
/** When a replica began to make room in Redis, until it is done. */
const RELIEF = `${SWEEP}:memory`;
/** How often the memory of Redis is looked at, beside what this replica adds. */
const MEMORY_MILLISECONDS = 1_000;
/** Bytes that a replica may add before it looks at the memory again, at least. */
const LEAST_UNCHECKED = 65_536;
/** How long a replica that dies while it has the turn keeps others from it. */
const TURN_MILLISECONDS = 9_000;

/** Takes the turn, also if Redis is full, by the time of the store, which never jumps. KEYS turn. ARGV time, length. */
const TAKE_TURN = scriptWhenFull(`
local taken = redis.call('GET', KEYS[1])
if taken and ARGV[1] - taken < tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 1
`);

/** `oldest` is by the time of the store. */
interface KeptJournal extends AgedJournal {
  readonly id: string;
  bytes: number;
}

export class JournalQuota {
  readonly #directory: Directory;
  readonly #most: number;
  /** How many bytes this replica may add until it looks at the memory of Redis again. */
  #unchecked = 0;
  readonly #timers: readonly NodeJS.Timeout[];

  /** @param most bytes of all journals */
  constructor(directory: Directory, most: number) {
    this.#directory = directory;
    this.#most = most;
    this.#timers = [
      setInterval(() => void this.sweep().catch(() => undefined), SWEEP_MILLISECONDS).unref(),
      setInterval(this.#relieve, MEMORY_MILLISECONDS).unref(),
    ];
    directory.store.connection.events.on('full', this.#relieve);
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Sweeps the index and limits all journals, unless another replica has just done it. @throws StoreError */
  async sweep(): Promise<void> {
    if (!(await this.#takeTurn(SWEEP, TURN_MILLISECONDS))) return;
    await this.#directory.sweep();
    const journals = await this.#journals();
    const bytes = journals.reduce((sum, journal) => sum + journal.bytes, 0);
    if (bytes > this.#most) await this.#remove(journals, bytes - this.#most + this.#most / 16);
  }

  /** Exchanges were added. @param bytes their length */
  recorded(bytes: number): void {
    this.#unchecked -= bytes;
    if (this.#unchecked < 0) this.#relieve();
  }

  /** Removes exchanges if the memory of Redis is nearly full. Never fails: the next one may succeed. */
  readonly #relieve = (): void => {
    this.#unchecked = LEAST_UNCHECKED;
    this.#checkMemory().catch(() => undefined);
  };

  async #checkMemory(): Promise<void> {
    const { used, most } = await this.#directory.store.connection.memory();
    const room = most === 0 ? Number.POSITIVE_INFINITY : HIGHEST * most - used;
    // Other replicas add exchanges, too.
    this.#unchecked = Math.max(room / 8, LEAST_UNCHECKED);
    if (room >= 0 || !(await this.#takeTurn(RELIEF, 2 * MEMORY_MILLISECONDS))) return;
    await this.#remove(await this.#journals(), used - AFTERWARDS * most);
    await this.#directory.store.connection.command('DEL', RELIEF);
  }

  async #takeTurn(turn: string, milliseconds: number): Promise<boolean> {
    const { connection, clock } = this.#directory.store;
    return (await connection.run(TAKE_TURN, [turn], [clock.now(), milliseconds])) === 1;
  }

  async #journals(): Promise<KeptJournal[]> {
    const ids = await this.#directory.all();
    return await Promise.all(ids.map((id) => this.#makeRoom(id, 0, 0)));
  }

  /** Removes exchanges, the oldest first. @param bytes to be free afterwards */
  async #remove(journals: KeptJournal[], bytes: number): Promise<void> {
    let free = bytes;
    for (const [journal, next] of oldestFirst(journals)) {
      if (free <= 0) break;
      const left = await this.#makeRoom(journal.id, next, free);
      free -= journal.bytes - left.bytes;
      Object.assign(journal, left);
    }
  }

  async #makeRoom(id: string, upTo: number, free: number): Promise<KeptJournal> {
    const [bytes, oldest] = (await this.#directory.store.run(MAKE_ROOM, id, [upTo, free])) as readonly Reply[];
    return { id, bytes: Number(bytes), oldest: bytes === 0 ? undefined : Number(oldest) };
  }
}
