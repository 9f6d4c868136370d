/** The kinds of stores. Most emulators have no store, so its kind is loaded when it is opened. */

import type { Clock } from '../emulator/domain/time/clock.js';
import type { OpenStore } from '../emulator/store/open-store.js';

/** What a store is opened with. */
export interface StoreOptions {
  /** Whether a write waits for the disk. */
  readonly sync: boolean;
  /** The machine's clock. */
  readonly clock: Clock;
}

interface StoreKind {
  /** Whether the value of the option `store` names a store of this kind. */
  readonly isNamedBy: (store: string) => boolean;
  /** Whether several emulators share such a store. */
  readonly isShared: boolean;
  readonly open: (store: string, options: StoreOptions) => Promise<OpenStore>;
}

/** The first one that is named is taken. */
const KINDS: readonly StoreKind[] = [
  {
    isNamedBy: (store) => /^rediss?:\/\//.test(store),
    isShared: true,
    open: async (url) => (await import('../redis/open-redis.js')).openRedis(url),
  },
  {
    isNamedBy: () => true,
    isShared: false,
    open: async (folder, options) =>
      (await import('../emulator/store/folder/open-folder.js')).openFolderStore(folder, options),
  },
];

/**
 * Opens a store.
 * @param store a folder, or the URL of a Redis
 * @throws StoreError, MissingPeerError
 */
export function openStore(store: string, options: StoreOptions): Promise<OpenStore> {
  return kindOf(store).open(store, options);
}

/** Whether several emulators share the store. @param store the value of the option; undefined if there is none */
export function isSharedStore(store: string | undefined): boolean {
  return store !== undefined && kindOf(store).isShared;
}

function kindOf(store: string): StoreKind {
  return KINDS.find(({ isNamedBy }) => isNamedBy(store))!;
}
