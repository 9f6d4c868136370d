/** `npm start` builds only if something has changed. */

import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '../cli/temporary-folder.js';

const SCRIPT = fileURLToPath(new URL('../../build/build-if-changed.js', import.meta.url));

const ADD_DOT = 'mkdir -p dist/cli && printf . >> dist/cli/main.js';

/** A project whose builds add a dot to a file. */
const PROJECT = {
  'package.json': JSON.stringify({ scripts: { build: ADD_DOT, 'build:command': ADD_DOT } }),
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  'tsdown.config.ts': '',
  'build/a.js': '',
  'fixtures/a.yaml': '',
  'scenarios/a.yaml': '',
  'spec/a.yaml': '',
  'src/deep/a.ts': '',
};

/** Calls the script, for everything or for the command line alone, and counts the builds so far. */
async function builds({ path }: TemporaryFolder, ...what: 'command'[]): Promise<number> {
  await promisify(execFile)(process.execPath, [SCRIPT, ...what], { cwd: path });
  return (await readFile(join(path, 'dist/cli/main.js'), 'utf8')).length;
}

test('the project is built again after a file was written, added or removed, and not otherwise', async () => {
  await using project = await temporaryFolder(PROJECT);
  const source = join(project.path, 'src/deep/a.ts');
  expect(await builds(project)).toBe(1);
  expect(await builds(project)).toBe(1);
  await writeFile(source, 'changed');
  expect(await builds(project)).toBe(2);
  await writeFile(join(project.path, 'spec/b.yaml'), '');
  expect(await builds(project)).toBe(3);
  await rm(source);
  expect(await builds(project)).toBe(4);
  expect(await builds(project)).toBe(4);
});

test('after a build for the command line, the whole project is still built, and then the command line is built, too', async () => {
  await using project = await temporaryFolder(PROJECT);
  expect(await builds(project, 'command')).toBe(1);
  expect(await builds(project, 'command')).toBe(1);
  expect(await builds(project)).toBe(2);
  expect(await builds(project, 'command')).toBe(2);
  await writeFile(join(project.path, 'spec/b.yaml'), '');
  expect(await builds(project, 'command')).toBe(3);
});
