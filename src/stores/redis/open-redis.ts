/**
 * Keeps sandboxes in Redis, so that any number of replicas are one emulator. Its promises, and where they are kept:
 *
 * - Requests to a sandbox have one order, and none is answered from an old state: `lease/shared-sandbox.ts`.
 * - What was answered is in Redis, and a paused replica changes nothing: `lease/ordered-writes.ts`, `scripts.ts`.
 * - A journal has every exchange that was answered, by any replica: `lease/shared-journal.ts`.
 * - Nothing stays of sandboxes that are gone: `keys.ts`.
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
    description: redis.connection.name,
    isShared: true,
    keeper: (parts) => (keeper = new RedisKeeper(redis, parts)),
    close: async () => {
      await (keeper ?? redis).close();
    },
  };
}
