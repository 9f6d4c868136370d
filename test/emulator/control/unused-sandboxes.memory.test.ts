/** What sandboxes cost that nobody uses: an emulator for many keeps ten thousand of them in 150 MB. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { heapInUse } from '../../heap-in-use.js';

const COUNT = 1_000;
/** Bytes. 5,000 were measured for each; the index of a fixture's parties alone has more than this. */
const AT_MOST = 10_000;

test('a sandbox that is opened and never used costs next to nothing, and its memory comes back', async () => {
  await using emulator = await startEmulator();
  emulator.sandbox().remove();
  const before = heapInUse();

  const sandboxes = Array.from({ length: COUNT }, (_, seed) => emulator.sandbox({ seed }));
  const opened = heapInUse();
  for (const sandbox of sandboxes.splice(0)) sandbox.remove();
  const closed = heapInUse();

  expect((opened - before) / COUNT).toBeLessThan(AT_MOST);
  expect((closed - before) / COUNT).toBeLessThan(AT_MOST / 4);
});
