import { machineClock } from '../../emulator/domain/time/clock.js';
import type { OpenStore, SandboxKeeper } from '../../emulator/store/keeper.js';
import { FolderKeeper } from './folder-keeper.js';
import { keyIn, openFolder } from './store-folder.js';

/** Opens a store in a folder. @throws StoreError, MissingPeerError */
export async function openFolderStore(path: string): Promise<OpenStore> {
  const clock = machineClock();
  const folder = await openFolder(path, clock.now());
  let keeper: SandboxKeeper | undefined;
  return {
    description: folder.store,
    isShared: false,
    connectionsBefore: 0,
    madeAt: performance.now() - (clock.now() - folder.made),
    signingKey: (make) => keyIn(path, make),
    keeper: (parts) => (keeper = new FolderKeeper(folder, parts)),
    close: () => (keeper ?? folder.database).close(),
  };
}
