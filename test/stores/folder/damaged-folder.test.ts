/** A folder whose files were damaged. */

import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterAll, expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { callControl } from '../../cli/call-control.js';
import { temporaryFolder, type TemporaryFolder } from '../../cli/temporary-folder.js';

const quiet = { onWarning: () => undefined };
const SANDBOXES = 61;

/** A folder with 61 sandboxes, some of them with many changes. Each further start moves the log into a table. */
async function fill(store: string, starts = 1): Promise<void> {
  await using emulator = await startEmulator({ store, population: 0 }, quiet);
  for (let at = 1; at < SANDBOXES; at++) {
    const { clock } = emulator.sandbox({ name: `number ${at}`, labels: { filling: 'x'.repeat(200) } });
    for (let change = 0; change < (at % 3 === 0 ? 30 : 0); change++) clock.advance(1_000);
    // Whatever is stored until here is one record of the log.
    if (at > SANDBOXES - 5) await callControl(emulator, '/sandboxes/default');
  }
  await emulator.close();
  for (let start = 1; start < starts; start++) await (await startEmulator({ store, population: 0 }, quiet)).close();
}

const filled = new Map<number, Promise<TemporaryFolder>>();
afterAll(async () => {
  for (const folder of filled.values()) await (await folder)[Symbol.asyncDispose]();
});

/** Copies a folder that was filled once for all tests, and starts as it is. */
async function copyFilled(store: string, starts: number): Promise<void> {
  const known = filled.get(starts) ?? fillOnce(starts);
  filled.set(starts, known);
  await cp(join((await known).path, 'data'), store, { recursive: true });
}

async function fillOnce(starts: number): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  const store = join(folder.path, 'data');
  await fill(store, starts);
  await cp(store, `${store}.copy`, { recursive: true });
  await using emulator = await startEmulator({ store: `${store}.copy` }, quiet);
  expect(emulator.sandboxes()).toHaveLength(SANDBOXES);
  return folder;
}

/** The file of the database with this ending or beginning, and the most bytes. */
async function fileOf(store: string, name: RegExp): Promise<string> {
  const files = (await readdir(join(store, 'data'))).filter((file) => name.test(file));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(store, 'data', file))).size));
  return join(store, 'data', files[sizes.indexOf(Math.max(...sizes))]!);
}

/** The bytes of every file. */
async function contentOf(store: string): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(store, { recursive: true, withFileTypes: true });
  const hashes = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }): Promise<[string, string]> => {
      const path = join(parentPath, name);
      return [
        path,
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ];
    });
  return new Map(await Promise.all(hashes));
}

type Damage = (store: string) => Promise<void>;

/** Changes 16 bytes at a part of the file. */
function garbled(name: RegExp, part: number): Damage {
  return async (store) => {
    const file = await fileOf(store, name);
    const content = await readFile(file);
    const start = Math.floor((content.length - 16) * part);
    for (let at = start; at < start + 16; at++) content[at]! ^= 0x5a;
    await writeFile(file, content);
  };
}

/** The length of a record is changed, so that it seems to be the last one, of which a part is missing. */
const longRecord: Damage = async (store) => {
  const file = await fileOf(store, LOG);
  const content = await readFile(file);
  const block = content.length - (content.length % 32_768);
  const inBlock = content.readUInt16LE(block + 4);
  const second = block + 7 + inBlock;
  content.writeUInt16LE(32_768 - 7 - (second - block), second + 4);
  await writeFile(file, content);
};

const removed =
  (name: RegExp): Damage =>
  async (store) =>
    rm(await fileOf(store, name));

const cut =
  (name: RegExp, length: (size: number) => number): Damage =>
  async (store) => {
    const file = await fileOf(store, name);
    await truncate(file, length((await stat(file)).size));
  };

function format(change: string): Damage {
  return async (store) => {
    const file = join(store, 'store.json');
    const content = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, change === 'null' ? 'null' : JSON.stringify(content).replace(/\}$/, `,${change}}`));
  };
}

const LOG = /\.log$/;
const TABLE = /\.ldb$/;
const MANIFEST = /^MANIFEST/;
const IN_LOG = /^the data of the folder .* are damaged: \d+\.log is damaged at byte \d+; restore a copy of it/;
const IN_TABLE = /^the data of the folder .* are damaged: \d+\.ldb is damaged; restore a copy of it/;
const IN_MANIFEST = /^the data of the folder .* are damaged: MANIFEST-\d+ is damaged at byte \d+; restore a copy of it/;
const NO_FORMAT =
  /^the folder .* cannot be a store: its store.json is damaged or another program's; restore a copy of it/;
const PARTS = [0, 0.1, 0.3, 0.5, 0.77, 0.95, 1];

test.each<[string, number, Damage, RegExp]>([
  ...PARTS.slice(0, -1).map((part): [string, number, Damage, RegExp] => [
    `16 bytes at ${part} of the log`,
    1,
    garbled(LOG, part),
    IN_LOG,
  ]),
  ['the length of a record', 1, longRecord, IN_LOG],
  ['no log', 1, removed(LOG), /are damaged: \d+\.log is missing; restore a copy of it/],
  ['an empty log', 1, cut(LOG, () => 0), /are damaged: there is no sandbox; restore a copy of it/],
  ...PARTS.map((part): [string, number, Damage, RegExp] => [
    `16 bytes at ${part} of a table`,
    2,
    garbled(TABLE, part),
    IN_TABLE,
  ]),
  ['a table without its end', 2, cut(TABLE, (size) => size - 1), IN_TABLE],
  ['half a table', 2, cut(TABLE, (size) => size >> 1), IN_TABLE],
  ['no table', 2, removed(TABLE), /are damaged: \d+\.ldb is missing; restore a copy of it/],
  ['16 bytes in the manifest', 2, garbled(MANIFEST, 0.2), IN_MANIFEST],
  ['no manifest', 2, removed(MANIFEST), /are damaged: MANIFEST-\d+ is missing; restore a copy of it/],
  ['16 bytes in CURRENT', 2, garbled(/^CURRENT$/, 0.5), /are damaged: CURRENT names no manifest; restore a copy of it/],
  ['no CURRENT', 2, removed(/^CURRENT$/), /are damaged: CURRENT is missing; restore a copy of it/],
  ['store.json is null', 1, format('null'), NO_FORMAT],
  ['store.json was made at a text', 1, format('"made":"x"'), NO_FORMAT],
  ['store.json was made at null', 1, format('"made":null'), NO_FORMAT],
  ['store.json was made beyond all time', 1, format('"made":1e300'), NO_FORMAT],
  ['the version of store.json is a text', 1, format('"version":"5"'), NO_FORMAT],
])('a damaged folder is refused and stays as it is: %s', async (_name, starts, damage, message) => {
  await using folder = await temporaryFolder();
  const store = join(folder.path, 'data');
  await copyFilled(store, starts);
  await damage(store);
  const before = await contentOf(store);
  await expect(startEmulator({ store }, quiet)).rejects.toThrow(message);
  expect(await contentOf(store)).toEqual(before);
});

test.each([
  ['cut off', (log: Buffer, at: number) => log.subarray(0, at)],
  ['zero', (log: Buffer, at: number) => Buffer.concat([log.subarray(0, at), Buffer.alloc(log.length - at)])],
])('a folder starts with all earlier writes if the end of the last one is %s', async (_name, torn) => {
  await using folder = await temporaryFolder();
  const [store, copy] = [join(folder.path, 'data'), join(folder.path, 'copy')];
  await using emulator = await startEmulator({ store, population: 0 }, quiet);
  for (const name of ['one', 'two']) await callControl(emulator, '/sandboxes', { name });
  const log = await fileOf(store, LOG);
  const { size } = await stat(log);
  await callControl(emulator, '/sandboxes', { name: 'three' });
  await cp(store, copy, { recursive: true });
  const whole = await readFile(log);
  const file = await fileOf(copy, LOG);

  const step = budget({ short: 37, long: 1 });
  for (let at = size; at < whole.length; at += step) {
    await cp(store, copy, { recursive: true });
    await writeFile(file, torn(whole, at));
    await using restarted = await startEmulator({ store: copy }, quiet);
    expect(restarted.sandboxes().map(({ name }) => name)).toEqual([undefined, 'one', 'two']);
    await restarted.close();
    await rm(copy, { recursive: true });
  }
});

test.each([
  [
    'a change of a sandbox',
    'change/',
    /^the data of .* are damaged: sandbox "\w+" lacks changes; restore a copy of it/,
  ],
  [
    'the default sandbox',
    'snapshot/',
    /^the data of .* are damaged: there is no sandbox "default"; restore a copy of it/,
  ],
])('a start refuses a folder that lacks %s', async (_name, kind, message) => {
  await using folder = await temporaryFolder();
  const store = join(folder.path, 'data');
  await copyFilled(store, 1);
  const database = new ClassicLevel(join(store, 'data'));
  const [first] = await database.keys({ gte: kind, limit: 1 }).all();
  await database.del(first!);
  await database.close();
  await expect(startEmulator({ store }, quiet)).rejects.toThrow(message);
});
