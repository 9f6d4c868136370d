/** The kinds of stores. Most emulators have no store, so its kind is loaded when it is opened. */

import { OptionsError } from '../emulator/complete-options.js';
import type { Clock } from '../emulator/domain/time/clock.js';
import type { CompleteOptions } from '../emulator/options.js';
import type { OpenStore } from '../emulator/store/open-store.js';

/** Whether several emulators share the store. @throws OptionsError if there is no such kind of stores */
export function isSharedStore(store: string | undefined): boolean {
  if (store === undefined || !store.includes('://')) return false;
  if (/^rediss?:\/\//.test(store)) return true;
  throw new OptionsError(
    `option store: expected a folder, redis://host:port or rediss://host:port, found ${JSON.stringify(store)}`,
  );
}

/**
 * Opens the store of the options, a folder or a Redis; undefined if there is none.
 * @param clock the machine's
 * @param onWarning called with each sentence that whoever runs the emulator should read
 * @throws OptionsError if there is no such kind of stores; StoreError, MissingPeerError
 */
export async function openStore(
  { store, storeSync: sync, storeRepair: repair, storeReplicasAcknowledge: acknowledging }: CompleteOptions,
  clock: Clock,
  onWarning: (message: string) => void,
): Promise<OpenStore | undefined> {
  if (store === undefined) return undefined;
  if (isSharedStore(store)) return (await import('../redis/open-redis.js')).openRedis(store, acknowledging);
  const { openFolderStore } = await import('../emulator/store/folder/open-folder.js');
  return openFolderStore(store, { sync, repair, clock, onWarning });
}
