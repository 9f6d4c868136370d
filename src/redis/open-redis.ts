import type { SandboxKeeper } from '../emulator/store/keeper.js';
import type { OpenStore } from '../emulator/store/open-store.js';
import { RedisKeeper } from './redis-keeper.js';
import { RedisStore } from './redis-store.js';

/** Opens a store in Redis. @throws StoreError, MissingPeerError */
export async function openRedis(url: string, acknowledging: number): Promise<OpenStore> {
  const redis = await RedisStore.open(url, acknowledging);
  let keeper: SandboxKeeper | undefined;
  return {
    ...redis.facts,
    description: redis.name,
    isShared: true,
    clock: redis.clock,
    keeper: (parts) => (keeper = new RedisKeeper(redis, parts)),
    close: async () => {
      await (keeper ?? redis).close();
    },
  };
}
