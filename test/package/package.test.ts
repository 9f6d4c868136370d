/** What users install: one tarball, made once for all of these tests, and installed into an empty folder. */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { accessTokenOf } from '../cli/access-token.js';
import { environmentWithoutSettings, readyLine } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { checkTypes, installPackage, output, PROJECT, type InstalledPackage } from './installed-package.js';

const START = ['start', '--port', '0', '--log', 'json'];
const TYPES_LINTER = join(PROJECT, 'node_modules/.bin/attw');

let folder: string;
let installed: InstalledPackage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'id-emulator-package-'));
  installed = await installPackage(folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('publint has nothing to say', async () => {
  const bytes = await readFile(installed.tarball);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball } });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('the types are right for everybody who can import the package', async () => {
  // ESM only: a CommonJS program that cannot require() it is no mistake.
  expect(await output(folder, process.execPath, [TYPES_LINTER, installed.tarball, '--profile', 'esm-only'])).toContain(
    'ESM',
  );
}, 120_000);

test('the tarball holds what users need, and nothing else', async () => {
  const names = await readdir(join(installed.consumer, 'node_modules/id-emulator'));
  expect(names).toEqual(expect.arrayContaining(['dist', 'fixtures', 'package.json', 'scenarios', 'spec']));
  const needed = ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'fixtures', 'package.json', 'scenarios', 'spec'];
  expect(names.filter((name) => !needed.includes(name))).toEqual([]);
});

test.each([
  ['cli', 'express'],
  ['lib', 'prom-client'],
  ['shipped', 'ajv-formats'],
])('dist/%s lists the packages in its bundle for scanners, such as %s', async (bundle, name) => {
  const file = join(installed.consumer, 'node_modules/id-emulator/dist', bundle, 'sbom.cdx.json');
  const { components } = JSON.parse(await readFile(file, 'utf8')) as { components: readonly Record<string, string>[] };
  const { version } = JSON.parse(await readFile(join(PROJECT, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(components).toContainEqual(
    expect.objectContaining({ type: 'library', name, version, purl: `pkg:npm/${name}@${version}` }),
  );
});

test('the tarball holds no leftovers of the build', async () => {
  const names = await readdir(join(installed.consumer, 'node_modules/id-emulator'), { recursive: true });
  expect(names.filter((name) => /\.tsbuildinfo$|\.map$|(?<!\.d)\.ts$/.test(name))).toEqual([]);
});

test('verify says what to install where the Pact verifier is missing', async () => {
  const pact = JSON.stringify({
    consumer: { name: 'a' },
    provider: { name: 'b' },
    interactions: [{ description: 'c', request: { method: 'GET', path: '/' }, response: { status: 404 } }],
  });
  await writeFile(join(installed.consumer, 'pact.json'), pact);
  await using command = new SpawnedProcess(
    process.execPath,
    ['node_modules/id-emulator/dist/cli/main.js', 'verify', 'pact.json'],
    { cwd: installed.consumer, env: environmentWithoutSettings() },
  );
  const needed = 'npm install --save-dev @pact-foundation/pact @pactflow/openapi-pact-comparator';
  expect(await command.ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `id-emulator: verifying pacts needs @pact-foundation/pact, which is not installed: ${needed}\n`,
  });
});

test('npx runs the installed command, and the emulator serves users', async () => {
  // npx puts a shell in between, which does not pass signals on; so the end is for the whole group.
  await using command = new SpawnedProcess('npx', ['id-emulator', ...START], {
    cwd: installed.consumer,
    env: environmentWithoutSettings(),
    detached: true,
  });
  const emulator = await readyLine(command);
  const health = await fetch(`${emulator.url}/_emulator/health`);
  expect(health.status).toBe(200);
  const users = await fetch(`${emulator.apiUrl}/institutions/me/users`, {
    headers: { Authorization: `Bearer ${await accessTokenOf(emulator)}` },
  });
  expect(users.status).toBe(200);
  expect(await users.json()).toHaveProperty('items');
});

test('SIGTERM ends the installed command with exit code 0', async () => {
  const bin = join(installed.consumer, 'node_modules/.bin/id-emulator');
  await using command = new SpawnedProcess(bin, START, { cwd: installed.consumer, env: environmentWithoutSettings() });
  await readyLine(command);
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('the installed command tells the version of the package', async () => {
  expect(
    await output(installed.consumer, join(installed.consumer, 'node_modules/.bin/id-emulator'), ['--version']),
  ).toBe(`${manifest.version}\n`);
});

test('the proxy names the package that it needs, and the line that gets it', async () => {
  const bin = join(installed.consumer, 'node_modules/.bin/id-emulator');
  await using command = new SpawnedProcess(
    bin,
    ['proxy', '--upstream', 'http://127.0.0.1:9', '--token-upstream', 'http://127.0.0.1:9'],
    { cwd: installed.consumer, env: environmentWithoutSettings() },
  );
  expect(await command.ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'id-emulator: the validating proxy needs @stoplight/prism-http, which is not installed: npm install --save-dev @stoplight/prism-http@5.12.0\n',
  });
});

test('a script imports the installed package, and starts an emulator', async () => {
  const script = `
    import { startEmulator } from 'id-emulator';
    const emulator = await startEmulator();
    const { status } = await fetch(emulator.url + '/_emulator/health');
    await emulator.close();
    console.log(status);
  `;
  await writeFile(join(installed.consumer, 'script.js'), script);
  expect(await output(installed.consumer, process.execPath, ['script.js'])).toBe('200\n');
});

test.each([
  ['ESM', 'client.mjs', "import { idSdk } from 'id-emulator/client';"],
  ['CommonJS', 'client.cjs', "const { idSdk } = require('id-emulator/client');"],
])('a script in %s has the client library with the installed package', async (_, file, load) => {
  const script = `${load}
    import('id-emulator').then(async ({ startEmulator }) => {
      const emulator = await startEmulator();
      const connection = await idSdk.connect({ clientId: emulator.clientId, clientSecret: emulator.clientSecret, baseUrl: emulator.url, tokenUrl: emulator.tokenUrl });
      const { items } = await connection.getUsers();
      await emulator.close();
      console.log(items.length);
    });
  `;
  await writeFile(join(installed.consumer, file), script);
  expect(await output(installed.consumer, process.execPath, [file])).toBe('10\n');
});

test.each([
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])(
  'a TypeScript program imports the installed package: module resolution %s',
  async (moduleResolution, module) => {
    const program = `
    import { startEmulator, OptionsError, type Emulator, type EmulatorOptions } from 'id-emulator';
    import { idSdk, type InstitutionUser } from 'id-emulator/client';
    import { startProxy, type Proxy } from 'id-emulator/proxy';
    const options: EmulatorOptions = { port: 0, seed: 7, network: 'mainnet' };
    const emulator: Emulator = await startEmulator(options);
    const url: string = emulator.url;
    const connection = await idSdk.connect({ clientId: emulator.clientId, clientSecret: emulator.clientSecret, baseUrl: url, tokenUrl: emulator.tokenUrl });
    export const users: InstitutionUser[] = (await connection.getUsers()).items;
    await emulator.close();
    export const proxy = (): Promise<Proxy> => startProxy({ upstream: emulator.apiUrl, tokenUpstream: emulator.tokenUrl });
    // @ts-expect-error A seed is a number.
    await startEmulator({ seed: url });
    export const error: Error = new OptionsError('no');
  `;
    expect(await checkTypes(installed, { module, moduleResolution }, program)).toBe('');
  },
  120_000,
);
