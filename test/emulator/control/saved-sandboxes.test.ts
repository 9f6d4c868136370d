/** The file with all sandboxes: `exportOnExit` writes it, `import` reads it. */

import { lstat, readFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

test.each([
  ['a file', { 'kept/state.json': 'old' }],
  ['a file that does not exist yet', { 'kept/other.txt': '' }],
])('a symbolic link to %s stays, and its target is written', async (_, files) => {
  await using folder = await temporaryFolder(files);
  const link = join(folder.path, 'link.json');
  await symlink('kept/state.json', link);
  const emulator = await startEmulator({ population: 0, exportOnExit: link });
  await emulator.close();
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await readFile(join(folder.path, 'kept/state.json'), 'utf8'))).toMatchObject({
    format: 'id-emulator-sandboxes',
  });
  expect((await readdir(folder.path)).toSorted()).toEqual(['kept', 'link.json']);
});

test('symbolic links in a circle are refused at start', async () => {
  await using folder = await temporaryFolder();
  const link = join(folder.path, 'link.json');
  await symlink('link.json', link);
  await expect(startEmulator({ population: 0, exportOnExit: link })).rejects.toThrow(/cannot be written/);
});
