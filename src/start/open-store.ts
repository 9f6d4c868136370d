/** The kinds of stores. Most emulators have no store, so its kind is loaded when it is opened. */

import { OptionsError } from '../emulator/complete-options.js';
import type { Clock } from '../emulator/domain/time/clock.js';
import type { OpenStore } from '../emulator/store/keeper.js';

/** What a store is opened with. */
export interface StoreOptions {
  /** Whether a write waits for the disk. */
  readonly sync: boolean;
  /** Whether a damaged folder is used with what is left of it. */
  readonly repair: boolean;
  /** How many replicas of Redis must have a change before it counts as made. */
  readonly acknowledging: number;
  /** Called with each sentence that whoever runs the emulator should read. */
  readonly onWarning: (message: string) => void;
  /** The machine's clock. */
  readonly clock: Clock;
}

/**
 * Opens a store.
 * @param store a folder, or the URL of a Redis
 * @throws OptionsError if there is no such kind of stores; StoreError, MissingPeerError
 */
export async function openStore(store: string, options: StoreOptions): Promise<OpenStore> {
  if (isSharedStore(store)) return (await import('../redis/redis-keeper.js')).openRedis(store, options.acknowledging);
  return (await import('../emulator/store/folder/open-folder.js')).openFolderStore(store, options);
}

/**
 * Whether several emulators share the store.
 * @param store the value of the option; undefined if there is none
 * @throws OptionsError if there is no such kind of stores
 */
export function isSharedStore(store: string | undefined): boolean {
  if (store === undefined || !store.includes('://')) return false;
  if (/^rediss?:\/\//.test(store)) return true;
  throw new OptionsError(
    `option store: expected a folder, redis://host:port or rediss://host:port, found ${JSON.stringify(store)}`,
  );
}
