/**
 * Keeps sandboxes in Redis, so that any number of replicas act as one emulator. The guarantees, and the files that
 * implement them:
 *
 * - Requests to a sandbox have one order, and no response comes from an old state: `lease/shared-sandbox.ts`.
 * - Changes are in Redis before the response is sent, and a paused replica cannot change anything:
 *   `lease/ordered-writes.ts`, `lua/`.
 * - A journal has every exchange with a response, from any replica: `lease/shared-journal.ts`.
 * - Removed and expired sandboxes leave nothing behind: `keys.ts`.
 * - The connection, or the primary of Redis, may fail: `redis-connection.ts`.
 */

import type { OpenStore } from '../../emulator/store/keeper.js';
import { RedisKeeper } from './redis-keeper.js';
import { RedisStore } from './redis-store.js';

/** Opens a store in Redis. @throws StoreError, MissingPeerError */
export async function openRedis(url: string): Promise<OpenStore> {
  const redis = await RedisStore.open(url);
  let keeper: RedisKeeper | undefined;
  return {
    ...redis.facts,
    isShared: true,
    keeper: (parts) => (keeper = new RedisKeeper(redis, parts)),
    // The keeper closes the connection after its last writes. If the start failed, there may be no keeper yet.
    close: async () => (keeper ?? redis.connection).close(),
  };
}
