/** The folder of a store: who may use it, its format, and what is no store. */

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { outcomeOf } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

const FLAGS = ['start', '--port', '0', '--log', 'silent', '--store'];

test('a second process on a folder is refused, and the first goes on', async () => {
  await using folder = await temporaryFolder();
  const store = join(folder.path, 'data');
  await using first = await startEmulator({ store }, { onWarning: () => undefined });
  expect(await outcomeOf([...FLAGS, store])).toEqual({
    code: 2,
    signal: null,
    stdout: '',
    stderr: `id-emulator: the folder ${store} is in use by another process; stop that one, or choose another with --store\n`,
  });
  expect((await fetch(`${first.url}/_emulator/health`)).status).toBe(200);
});

test('a folder can be used again when the emulator has closed, or could not listen', async () => {
  await using folder = await temporaryFolder();
  const store = join(folder.path, 'data');
  const quiet = { onWarning: () => undefined };
  const first = await startEmulator({ store }, quiet);
  const port = Number(new URL(first.url).port);
  await first.close();
  await using other = await startEmulator({ port });
  await expect(startEmulator({ store, port }, quiet)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await using second = await startEmulator({ store }, quiet);
  expect([other.url, second.sandboxes().length]).toEqual([first.url, 1]);
});

test.each([4, 6])('a folder of format version %d is refused, and stays as it is', async (version) => {
  await using folder = await temporaryFolder();
  await (await startEmulator({ store: folder.path }, { onWarning: () => undefined })).close();
  const file = join(folder.path, 'store.json');
  const other = JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), version });
  await writeFile(file, other);
  const outcome = await outcomeOf([...FLAGS, folder.path]);
  expect(outcome).toMatchObject({ code: 2, stdout: '' });
  expect(outcome.stderr).toBe(
    `id-emulator: the folder ${folder.path} has format version ${version}, and this id-emulator reads version 5; use the id-emulator that wrote it, or choose another folder with --store\n`,
  );
  expect(await readFile(file, 'utf8')).toBe(other);
});

test.each([
  [
    'other-files',
    { 'other-files/notes.txt': 'x' },
    'cannot be a store: it has other files, such as notes.txt, and no store.json',
  ],
  ['foreign', { 'foreign/store.json': '{"name":"my shop"}' }, "its store.json is damaged or another program's"],
  ['file', { file: 'x' }, 'cannot be a store: it is a file'],
])('a path that is no store is refused: %s', async (name, files, reason) => {
  await using folder = await temporaryFolder(files);
  const outcome = await outcomeOf([...FLAGS, join(folder.path, name)]);
  expect(outcome).toMatchObject({ code: 2, stdout: '' });
  expect(outcome.stderr).toContain(reason);
  expect(outcome.stderr.trimEnd().split('\n')).toHaveLength(1);
});

// Recursive `mkdirSync` of Node.js 20 to 24 never returns there.
test.runIf(process.platform === 'linux')('a folder that the system cannot create is refused as a store', async () => {
  const { code, stderr } = await outcomeOf([...FLAGS, '/proc/nowhere/store']);

  expect(code).toBe(2);
  expect(stderr).toMatch(/^id-emulator: .*\/proc\/nowhere\/store cannot be a store: ENOENT: .*\n$/);
});

test.each(['postgres://x/y', 'http://localhost:6379', 'REDIS://localhost:6379', 'file:///tmp/data'])(
  'a store of an unknown kind is refused: %s',
  async (store) => {
    const { code, stderr } = await outcomeOf([...FLAGS, store]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `id-emulator: --store: expected a folder, redis://host:port or rediss://host:port, found "${store}"\n`,
    );
  },
);

test.each(['redis://one:6379,two:6379', 'redis://one,two:6379', 'redis://:secret@localhost:port'])(
  'a store that is not one Redis is refused without its password: %s',
  async (store) => {
    const { code, stderr } = await outcomeOf([...FLAGS, store]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'id-emulator: --store: expected the URL of one Redis, such as redis://localhost:6379, found another\n',
    );
  },
);

test('a folder whose data are damaged is refused with what to do', async () => {
  await using folder = await temporaryFolder();
  await (await startEmulator({ store: folder.path }, { onWarning: () => undefined })).close();
  await writeFile(join(folder.path, 'data', 'CURRENT'), 'nonsense');
  const outcome = await outcomeOf([...FLAGS, folder.path]);
  expect(outcome).toMatchObject({ code: 2, stdout: '' });
  expect(outcome.stderr).toMatch(
    /the data of the folder .* are damaged: .*; restore a copy of it, or begin anew in another folder/,
  );
});

test.each([
  ['had a database', true],
  ['answered', false],
])('a start that was killed before it %s leaves a folder that can be used', async (_name, isEmpty) => {
  await using folder = await temporaryFolder();
  await (await startEmulator({ store: folder.path }, { onWarning: () => undefined })).close();
  await rename(join(folder.path, 'store.json'), join(folder.path, 'store.json.tmp'));
  if (isEmpty) await rm(join(folder.path, 'data'), { recursive: true });
  await using emulator = await startEmulator({ store: folder.path }, { onWarning: () => undefined });
  expect(emulator.sandboxes()).toHaveLength(1);
});

test('a folder is no store any more without its store.json', async () => {
  await using folder = await temporaryFolder();
  await (await startEmulator({ store: folder.path }, { onWarning: () => undefined })).close();
  await rm(join(folder.path, 'store.json'));
  await expect(startEmulator({ store: folder.path })).rejects.toThrow(
    'it has other files, such as data, and no store.json; choose an empty folder',
  );
});
