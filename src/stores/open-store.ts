/** The kinds of stores. Most emulators have no store, so the code for a kind is loaded only when a store is opened. */

import { OptionsError } from '../emulator/complete-options.js';
import type { CompleteOptions } from '../emulator/options.js';
import type { OpenStore } from '../emulator/store/keeper.js';

/**
 * Opens the store that the options name; undefined if they name none.
 * @throws OptionsError if there is no such kind of store; StoreError, MissingPeerError
 */
export async function openStore({ store }: CompleteOptions): Promise<OpenStore | undefined> {
  if (store === undefined) return undefined;
  if (isSharedStore(store)) return (await import('./redis/open-redis.js')).openRedis(store);

  const { openFolderStore } = await import('./folder/folder-keeper.js');

  return openFolderStore(store);
}

/**
 * Whether several emulators share the store.
 * @param store the value of the option; undefined if there is none
 * @throws OptionsError if there is no such kind of store, or the URL names several servers
 */
export function isSharedStore(store: string | undefined): boolean {
  if (store === undefined || !store.includes('://')) return false;
  if (!/^rediss?:\/\//.test(store))
    throw new OptionsError(
      `option store: expected a folder, redis://host:port or rediss://host:port, found ${JSON.stringify(store)}`,
    );
  // The URL may contain a password, so the message does not show it.
  if (!URL.canParse(store) || new URL(store).host.includes(','))
    throw new OptionsError(
      'option store: expected the URL of one Redis, such as redis://localhost:6379, found another',
    );

  return true;
}
