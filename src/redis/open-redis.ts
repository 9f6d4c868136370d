import { newKeyPem } from '../emulator/domain/tokens/signing-key.js';
import type { SandboxKeeper } from '../emulator/store/keeper.js';
import type { OpenStore } from '../emulator/store/open-store.js';
import { RedisKeeper } from './redis-keeper.js';
import { RedisStore } from './redis-store.js';

/** Opens a store in Redis. @throws StoreError, MissingPeerError */
export async function openRedis(url: string, acknowledging: number): Promise<OpenStore> {
  const redis = await RedisStore.open(url, { newKey: newKeyPem, acknowledging });
  let keeper: SandboxKeeper | undefined;
  return {
    description: redis.name,
    isShared: true,
    connectionsBefore: redis.connectionsBefore,
    identity: redis.identity,
    madeAt: redis.madeAt,
    clock: redis.clock,
    signingKey: () => redis.signingKey,
    keeper: (parts) => (keeper = new RedisKeeper(redis, parts)),
    close: async () => {
      await (keeper ?? redis).close();
    },
  };
}
