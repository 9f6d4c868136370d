/** A folder whose files were damaged. */

import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

const quiet = { onWarning: () => undefined };

/** A folder with 61 sandboxes, some of them with many changes. */
async function fill(store: string): Promise<void> {
  await using emulator = await startEmulator({ store, population: 0 }, quiet);
  for (let at = 0; at < 60; at++) {
    const { clock } = emulator.sandbox({ name: `number ${at}`, labels: { filling: 'x'.repeat(200) } });
    for (let change = 0; change < (at % 3 === 0 ? 30 : 0); change++) clock.advance(1_000);
  }
}

test('a folder without the file that names its tables is refused, and a copy of the file makes it whole', async () => {
  await using folder = await temporaryFolder();
  const store = join(folder.path, 'data');
  await fill(store);
  const file = join(store, 'data', 'CURRENT');
  await rename(file, `${file}.copy`);
  await expect(startEmulator({ store }, quiet)).rejects.toThrow(`the folder ${store} cannot be opened`);
  await rename(`${file}.copy`, file);
  await using emulator = await startEmulator({ store }, quiet);
  expect(emulator.sandboxes()).toHaveLength(61);
});

test('a start refuses a folder that lacks a change of a sandbox, and names the sandbox', async () => {
  await using folder = await temporaryFolder();
  const store = join(folder.path, 'data');
  await fill(store);
  const database = new ClassicLevel(join(store, 'data'));
  const [first] = await database.keys({ gte: 'change/', lt: 'change/~', limit: 1 }).all();
  await database.del(first!);
  await database.close();
  await expect(startEmulator({ store }, quiet)).rejects.toThrow(
    /^the data of .* are damaged: sandbox "\w+" lacks changes; restore a copy of it/,
  );
});
