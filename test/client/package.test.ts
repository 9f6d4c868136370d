/** What users of the client library install: packed once, and installed into an empty folder. */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import root from '../../package.json' with { type: 'json' };
import manifest from '../../src/client/package.json' with { type: 'json' };
import { checkTypes, installPackage, output, PROJECT, type InstalledPackage } from '../package/installed-package.js';

const TYPES_LINTER = join(PROJECT, 'node_modules/.bin/attw');

let folder: string;
let installed: InstalledPackage;
let consumer: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'id-sdk-package-'));
  installed = await installPackage(folder, join(PROJECT, 'src/client'));
  ({ consumer } = installed);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('publint has nothing to say', async () => {
  const bytes = await readFile(installed.tarball);
  const { messages, pkg } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
  });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('the types are right for everybody: CommonJS, ESM and bundlers', async () => {
  expect(await output(folder, process.execPath, [TYPES_LINTER, installed.tarball])).toContain('No problems found');
}, 120_000);

test('it has no dependencies, and the version of the emulator that it was tested with', () => {
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest.version).toBe(root.version);
});

test('the tarball holds the library and its README, and no leftovers', async () => {
  const names = await readdir(join(consumer, 'node_modules/id-sdk'), { recursive: true });
  expect(names.filter((name) => !name.startsWith('dist')).sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(names.filter((name) => /\.tsbuildinfo$|\.map$|(?<!\.d)\.ts$/.test(name))).toEqual([]);
});

const SCRIPT = `
  idSdk.connect({ clientId: 'a', clientSecret: 'b' }).catch((error) => console.log(error instanceof ConfigurationError, error.message));
`;
const REFUSAL =
  'true there is no baseUrl for mainnet: give it in the config, or set the environment variable ID_SDK_MAINNET_BASE_URL\n';

test.each([
  ['ESM', 'script.mjs', "import { ConfigurationError, idSdk } from 'id-sdk';"],
  ['CommonJS', 'script.cjs', "const { ConfigurationError, idSdk } = require('id-sdk');"],
])('a program in %s loads the installed package', async (_, file, load) => {
  await writeFile(join(consumer, file), load + SCRIPT);
  expect(await output(consumer, process.execPath, [file])).toBe(REFUSAL);
});

const PROGRAM = `
  import { idSdk, APIError, type Connection, type InstitutionUser } from 'id-sdk';
  export async function names(): Promise<string[]> {
    const connection: Connection = await idSdk.connect({ clientId: 'a', clientSecret: 'b', network: 'devnet' });
    const users: InstitutionUser[] = (await connection.getUsers({ limit: 5 })).items;
    // @ts-expect-error The limit is a number.
    await connection.getUsers({ limit: '5' });
    return users.map(({ fullName = '?' }) => fullName);
  }
  export const status = (error: unknown): number => (error instanceof APIError ? error.status : 0);
`;

test.each([
  ['node16', 'node16', ['program.mts', 'program.cts']],
  ['bundler', 'esnext', ['program.ts']],
])(
  'programs in TypeScript import the installed package: module resolution %s, %s, %j',
  async (moduleResolution, module, files) => {
    expect(await checkTypes(installed, { module, moduleResolution }, PROGRAM, files)).toBe('');
  },
  120_000,
);
