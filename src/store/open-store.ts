/** A store that is open, and how to open one. */

import type { Clock } from '../domain/time/clock.js';
import { FolderKeeper } from './folder/folder-keeper.js';
import { keyIn, openFolder } from './folder/store-folder.js';
import type { KeeperParts, SandboxKeeper } from './keeper.js';

export interface OpenStore {
  /** In words for messages: `the folder ./emulator-data`. */
  readonly description: string;
  /** When it was made, in milliseconds since 1970. */
  readonly made: number;
  /**
   * The private key that signs the tokens, as PEM. The first call makes it, and says where it is.
   * @throws StoreError
   */
  readonly signingKey: (make: () => string) => { readonly pem: string; readonly madeIn?: string };
  /** Called once. */
  readonly keeper: (parts: KeeperParts) => SandboxKeeper;
  /** Closes the store if it has no keeper yet. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a store.
 * @param store a folder
 * @param sync whether a write waits for the disk
 * @throws StoreError, MissingPeerError
 */
export async function openStore(store: string, sync: boolean, clock: Clock): Promise<OpenStore> {
  const folder = await openFolder(store, { sync, now: clock.now() });
  return {
    description: folder.store,
    made: folder.made,
    signingKey: (make) => keyIn(store, make),
    keeper: (parts) => new FolderKeeper(folder, parts),
    close: () => folder.close(),
  };
}
