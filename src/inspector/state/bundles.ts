/**
 * Opens bundles that are dropped on the page. A bundle is a file with recorded exchanges. The page sends it to the
 * emulator alone, which shows it as a recording and changes no other sandbox.
 */

import { call, send } from '../control/call.js';
import type { Sandbox } from '../control/types.js';
import { loaded } from './loaded.js';
import { attempt } from './notice.js';
import { go } from './route.js';

/** Shows a recording if the address names nothing, and no sandbox of the emulator has exchanges. */
export function findRecording(): void {
  if (location.hash !== '') return;

  loaded(async (signal) => {
    const { sandboxes } = await call('get', '/sandboxes', { signal });
    const recording = sandboxes.find(({ recorded }) => recorded);
    const hasExchanges = sandboxes.some(({ recorded, exchanges }) => !recorded && exchanges > 0);
    if (recording !== undefined && !hasExchanges) go({ sandbox: recording.id }, { replace: true });
  });
}

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
