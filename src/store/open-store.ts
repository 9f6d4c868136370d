/** A store that is open, and how to open one. Most emulators have none, so its kind is loaded when it is opened. */

import { newKeyPem } from '../domain/tokens/signing-key.js';
import type { Clock } from '../domain/time/clock.js';
import type { KeeperParts, SandboxKeeper } from './keeper.js';

export interface OpenStore {
  /** In words for messages: `the folder ./emulator-data`. */
  readonly description: string;
  /** Whether other emulators share it. */
  readonly isShared: boolean;
  /** Connections count from here: others that share the store have the numbers before. */
  readonly connectionsBefore: number;
  /** When it was made, as a reading of `performance.now()`. */
  readonly madeAt: number;
  /**
   * The private key that signs the tokens, as PEM. The first call makes it, and says where it is.
   * @throws StoreError
   */
  readonly signingKey: (make: () => string) => { readonly pem: string; readonly madeIn?: string };
  /** Called once. */
  readonly keeper: (parts: KeeperParts) => SandboxKeeper;
  /** Closes the store, and its keeper if it has one. For those who have made no use of it yet. */
  readonly close: () => Promise<void>;
}

/** Whether a store is a Redis, and not a folder. */
export function isRedisUrl(store: string): boolean {
  return /^rediss?:\/\//.test(store);
}

/**
 * Opens a store.
 * @param store a folder, or the URL of a Redis
 * @param sync whether a write waits for the disk
 * @throws StoreError, MissingPeerError
 */
export async function openStore(store: string, sync: boolean, clock: Clock): Promise<OpenStore> {
  if (isRedisUrl(store)) return openRedis(store);
  const [{ keyIn, openFolder }, { FolderKeeper }] = await Promise.all([
    import('./folder/store-folder.js'),
    import('./folder/folder-keeper.js'),
  ]);
  const folder = await openFolder(store, { sync, now: clock.now() });
  let keeper: SandboxKeeper | undefined;
  return {
    description: folder.store,
    isShared: false,
    connectionsBefore: 0,
    madeAt: performance.now() - (clock.now() - folder.made),
    signingKey: (make) => keyIn(store, make),
    keeper: (parts) => (keeper = new FolderKeeper(folder, parts)),
    close: () => (keeper ?? folder).close(),
  };
}

/** @throws StoreError, MissingPeerError */
async function openRedis(url: string): Promise<OpenStore> {
  const [{ RedisStore }, { RedisKeeper }] = await Promise.all([
    import('./redis/redis-store.js'),
    import('./redis/redis-keeper.js'),
  ]);
  const redis = await RedisStore.open(url, { newKey: newKeyPem });
  let keeper: SandboxKeeper | undefined;
  return {
    description: redis.name,
    isShared: true,
    connectionsBefore: redis.connectionsBefore,
    madeAt: redis.madeAt,
    signingKey: () => redis.signingKey,
    keeper: (parts) => (keeper = new RedisKeeper(redis, parts)),
    close: async () => {
      await (keeper ?? redis).close();
    },
  };
}
