/** Which sandboxes there are in Redis, and which client IDs they have. */

import { ownClientId } from '../../emulator/domain/sandbox/sandboxes.js';
import { CLIENT_IDS, keysOf, OPENED_COUNT, SANDBOX_INDEX } from './keys.js';
import { script, scriptWhenFull } from './script.js';
import type { RedisStore } from './redis-store.js';
import { DESTROY } from './scripts.js';

/** Adds a sandbox, and returns the one that has its client ID. KEYS index, client IDs. ARGV ID, client ID, time. */
const ADD = script(`
redis.call('ZADD', KEYS[1], 'NX', ARGV[3], ARGV[1])
redis.call('HSETNX', KEYS[2], ARGV[2], ARGV[1])
return redis.call('HGET', KEYS[2], ARGV[2])
`);

/** Removes client IDs of sandboxes that the index does not have. KEYS index, client IDs. */
const REMOVE_ORPHANS = scriptWhenFull(`
local all = redis.call('HGETALL', KEYS[2])
for at = 1, #all, 2 do
  if not redis.call('ZSCORE', KEYS[1], all[at + 1]) then redis.call('HDEL', KEYS[2], all[at]) end
end
`);

export class Directory {
  readonly store: RedisStore;

  constructor(store: RedisStore) {
    this.store = store;
  }

  /** The ID of the sandbox of a client ID, with or without a suffix; null if there is none. It may have expired. */
  async ofClient(clientId: string): Promise<string | null> {
    return (await this.store.connection.command('HGET', CLIENT_IDS, ownClientId(clientId))) as string | null;
  }

  /** Adds a sandbox. False if another one has its client ID. */
  async add(id: string, clientId: string): Promise<boolean> {
    const { connection, clock } = this.store;
    return (await connection.run(ADD, [SANDBOX_INDEX, CLIENT_IDS], [id, clientId, clock.now()])) === id;
  }

  /** Removes a sandbox, and its client ID. */
  async remove(id: string, clientId: string): Promise<void> {
    await this.store.connection.command('ZREM', SANDBOX_INDEX, id);
    await this.store.connection.command('HDEL', CLIENT_IDS, clientId);
  }

  /** Removes all sandboxes but one, whoever has their leases. */
  async removeAllBut(kept: string): Promise<void> {
    const ids = (await this.#range(0, -1)).filter((id) => id !== kept);
    await Promise.all(ids.map((id) => this.store.run(DESTROY, id, [])));
    await this.#removeAll(ids);
  }

  /** Removes the entries of these sandboxes in the index, and all client IDs whose sandbox has none. */
  async #removeAll(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.store.connection.command('ZREM', SANDBOX_INDEX, ...ids);
    await this.store.connection.run(REMOVE_ORPHANS, [SANDBOX_INDEX, CLIENT_IDS], []);
  }

  /** Counts one more sandbox, and returns its number among all that were ever opened, from 1. */
  async nextNumber(): Promise<number> {
    return Number(await this.store.connection.command('INCR', OPENED_COUNT));
  }

  /** All sandboxes that have not expired, in the order of opening. What a crash or an expiry has left is removed. */
  async all(): Promise<string[]> {
    return this.#living(await this.#range(0, -1));
  }

  /** Sandboxes as {@link all} returns them. @param after the ID before the first one */
  async some(limit: number, after?: string): Promise<string[]> {
    const rank = after === undefined ? -1 : await this.store.connection.command('ZRANK', SANDBOX_INDEX, after);
    const found: string[] = [];
    for (let from = Number(rank ?? -1) + 1; found.length < limit;) {
      const ids = await this.#range(from, from + limit - found.length - 1);
      if (ids.length === 0) break;
      const living = await this.#living(ids);
      found.push(...living);
      from += living.length;
    }
    return found;
  }

  async #range(from: number, to: number): Promise<readonly string[]> {
    const ids = await this.store.connection.command('ZRANGE', SANDBOX_INDEX, String(from), String(to));
    return ids as readonly string[];
  }

  /** The sandboxes that have not expired. The entries of the others are removed. */
  async #living(ids: readonly string[]): Promise<string[]> {
    const exist = await Promise.all(ids.map((id) => this.store.connection.command('EXISTS', keysOf(id)[0]!)));
    const gone = ids.filter((_, nth) => exist[nth] !== 1);
    if (gone.length > 0) await this.#removeAll(gone);
    return ids.filter((_, nth) => exist[nth] === 1);
  }
}
