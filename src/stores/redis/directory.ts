/** The directory of the sandboxes in Redis, and of their client IDs. */

import { ownClientId } from '../../emulator/domain/sandbox/sandboxes.js';
import { CLIENT_IDS, keysOf, OPENED_COUNT, SANDBOX_INDEX } from './keys.js';
import type { RedisStore } from './redis-store.js';
import { DESTROY, REMOVE_ORPHANS } from './scripts.js';

/**
 * The ID of the sandbox that has a client ID; null if there is none. The sandbox may have expired.
 * @param clientId with or without a suffix that selects scenarios
 */
export async function sandboxOfClient(store: RedisStore, clientId: string): Promise<string | null> {
  const id = await store.connection.command('HGET', CLIENT_IDS, ownClientId(clientId));
  return id as string | null;
}

/** Removes all sandboxes but one, even if other replicas have leases of them. Resolves to the removed IDs. */
export async function removeAllBut(keptId: string, store: RedisStore): Promise<readonly string[]> {
  const ids = (await range(store, 0, -1)).filter((id) => id !== keptId);
  await Promise.all(ids.map((id) => store.run(DESTROY, id, [])));
  await removeOrphans(store);

  return ids;
}

/** Counts one more sandbox, and returns its number among all that were ever opened, from 1. */
export async function nextNumber({ connection }: RedisStore): Promise<number> {
  return Number(await connection.command('INCR', OPENED_COUNT));
}

/** All sandboxes that have not expired, in the order of opening. */
export async function allSandboxes(store: RedisStore): Promise<string[]> {
  return removeExpired(store, await range(store, 0, -1));
}

/**
 * A part of {@link allSandboxes}.
 * @param after the ID before the first result; if that sandbox is gone: from the start
 */
export async function someSandboxes(store: RedisStore, limit: number, after?: string): Promise<string[]> {
  // The position of `after` in the index. Redis replies null if that sandbox is gone. -1: before the first position.
  const rank = after === undefined ? -1 : await store.connection.command('ZRANK', SANDBOX_INDEX, after);
  const results: string[] = [];
  for (let from = Number(rank ?? -1) + 1; results.length < limit;) {
    const ids = await range(store, from, from + limit - results.length - 1);
    if (ids.length === 0) break;

    const living = await removeExpired(store, ids);
    results.push(...living);
    // The index has lost the expired sandboxes, so the next ones have moved up.
    from += living.length;
  }

  return results;
}

/** The IDs at these positions of the index; -1 is the last position. */
async function range({ connection }: RedisStore, from: number, to: number): Promise<string[]> {
  const ids = await connection.command('ZRANGE', SANDBOX_INDEX, String(from), String(to));
  return ids as string[];
}

/** Removes the index entries and client IDs of expired sandboxes. @returns those of `ids` that have not expired */
export async function removeExpired(store: RedisStore, ids: readonly string[]): Promise<string[]> {
  const { connection } = store;
  // `keysOf` begins with head and snapshot. Both are checked: a Redis that evicts keys may have removed one of them.
  const keyCounts = await Promise.all(ids.map((id) => connection.command('EXISTS', ...keysOf(id).slice(0, 2))));
  const expired = ids.filter((_, at) => keyCounts[at] !== 2);
  if (expired.length === 0) return [...ids];

  await connection.command('ZREM', SANDBOX_INDEX, ...expired);
  await removeOrphans(store);
  return ids.filter((id) => !expired.includes(id));
}

/** Frees the client IDs of sandboxes that are gone. */
async function removeOrphans({ connection }: RedisStore): Promise<void> {
  await connection.run(REMOVE_ORPHANS, [SANDBOX_INDEX, CLIENT_IDS], []);
}
