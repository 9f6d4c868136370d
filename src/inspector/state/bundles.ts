/** Opens bundles that are dropped on the page. They go to the emulator alone, which changes no sandbox for them. */

import { send } from '../control/call.js';
import type { Sandbox } from '../control/types.js';
import { attempt } from './notice.js';
import { go } from './route.js';

/** Opens files wherever they are dropped. */
export function openDroppedFiles(): void {
  // Otherwise the browser leaves the page for the file.
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    openBundles(event.dataTransfer?.files ?? []);
  });
}

/** Opens each of these files as a recording, and shows the last one. */
export function openBundles(files: Iterable<File>): void {
  for (const file of files)
    attempt(async () => {
      const response = await send('/recordings', {
        method: 'POST',
        query: { name: file.name.slice(0, 200) },
        headers: { 'Content-Type': 'application/json' },
        body: file,
      });
      const { id } = (await response.json()) as Sandbox;
      go({ sandbox: id, view: 'exchanges', item: '', query: {} });
    });
}
