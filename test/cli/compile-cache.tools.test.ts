/** The code that the built command keeps between starts, in a copy of the package, because other tests use its folder. */

import { cp, readdir, symlink } from 'node:fs/promises';
import * as modules from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { environmentWithoutSettings } from './id-emulator.js';
import { SpawnedProcess, type Outcome } from './spawned-process.js';
import { temporaryFolder, type TemporaryFolder } from './temporary-folder.js';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const SUCCESS = { code: 0, stdout: '', stderr: expect.stringMatching(/^id-emulator: listens on \S+\n$/) as string };

async function copiedPackage(files: Readonly<Record<string, string>> = {}): Promise<TemporaryFolder> {
  const folder = await temporaryFolder({ 'dist/.keep': '', ...files });
  await cp(join(PACKAGE, 'dist/cli'), join(folder.path, 'dist/cli'), { recursive: true });
  await cp(join(PACKAGE, 'package.json'), join(folder.path, 'package.json'));
  for (const name of ['dist/shipped', 'node_modules', 'spec', 'scenarios', 'fixtures'])
    await symlink(join(PACKAGE, name), join(folder.path, name));
  return folder;
}

async function commandOf({ path }: TemporaryFolder): Promise<Outcome> {
  const parameters = [join(path, 'dist/cli/main.js'), 'exec', '--', process.execPath, '--version'];
  await using command = new SpawnedProcess(process.execPath, parameters, {
    cwd: path,
    env: environmentWithoutSettings(),
  });
  const { stdout, ...outcome } = await command.ended;
  return { ...outcome, stdout: stdout.replace(`${process.version}\n`, '') };
}

async function keptFiles({ path }: TemporaryFolder): Promise<string[]> {
  const folder = join(path, '.build/compile-cache');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

// Node.js 20 keeps none.
test.skipIf(!('enableCompileCache' in modules))(
  'a start keeps compiled code in the folder of the package, and the next one uses it',
  async () => {
    await using copy = await copiedPackage();
    expect(await commandOf(copy)).toMatchObject(SUCCESS);
    const kept = await keptFiles(copy);
    expect(kept.length).toBeGreaterThan(5);
    expect(await commandOf(copy)).toMatchObject(SUCCESS);
    expect(await keptFiles(copy)).toEqual(kept);
  },
);

test('a command works where compiled code cannot be kept', async () => {
  await using copy = await copiedPackage({ '.build': 'no folder' });
  expect(await commandOf(copy)).toMatchObject(SUCCESS);
});
