/** Jest without flags: its tests are CommonJS, whether they are written with `require` or with `import`. */

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { installPackage, output, type InstalledPackage } from './installed-package.js';
import { PROJECT } from '../project.js';

/** Those for Vitest load Vitest, which is for its own tests alone. */
const ENTRIES = Object.keys(manifest.exports).filter((entry) => !/package\.json|vitest/.test(entry));
const NAMES = ENTRIES.map((entry) => `id-emulator${entry.slice(1)}`);
const PEERS = ['jest-environment-node', '@playwright/test', 'typescript'];

/** Jest calls it for each test file; as ts-jest without type checks, and as babel-jest with its preset for modules. */
const TRANSFORM = `
  const ts = require('typescript');
  const compilerOptions = { module: 'commonjs', target: 'es2022', esModuleInterop: true };
  module.exports = { process: (text) => ({ code: ts.transpileModule(text, { compilerOptions }).outputText }) };
`;

let folder: string;
let installed: InstalledPackage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'id-emulator-jest-'));
  installed = await installPackage(folder);
  const modules = join(installed.consumer, 'node_modules');
  for (const peer of PEERS) {
    await mkdir(dirname(join(modules, peer)), { recursive: true });
    await symlink(join(PROJECT, 'node_modules', peer), join(modules, peer), 'junction');
  }
  await writeFile(join(installed.consumer, 'transform.cjs'), TRANSFORM);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a test file with Jest; fails if it fails. */
async function runJest(file: string, text: string, ...flags: readonly string[]): Promise<void> {
  await writeFile(join(installed.consumer, file), text);
  const config = { rootDir: installed.consumer, transform: { '\\.ts$': './transform.cjs' }, testEnvironment: 'node' };
  const jest = join(PROJECT, 'node_modules/jest/bin/jest.js');
  const given = ['--config', JSON.stringify(config), '--no-cache', '--runTestsByPath', file, ...flags];
  await output(installed.consumer, process.execPath, [jest, ...given]);
}

const USE = `
  test('an emulator runs in a test', async () => {
    jest.useFakeTimers();
    const emulator = await startEmulator({ seed: 7 });
    const { clientId, clientSecret, url, tokenUrl } = emulator;
    jest.useRealTimers();
    const connection = await idSdk.connect({ clientId, clientSecret, baseUrl: url, tokenUrl });
    expect((await connection.getUsers()).items).toHaveLength(10);
    expect(emulator.defaultSandbox.requests()).toEqual([expect.anything(), expect.objectContaining({ operation: 'getUsers' })]);
    await emulator.close();
    await expect(startEmulator({ port: -1 })).rejects.toThrow(OptionsError);
  });
`;

test('every entry is required', { timeout: 120_000 }, async () => {
  const required = `
    test.each(${JSON.stringify(NAMES)})('%s', (name) => expect(Object.keys(require(name))).not.toEqual([]));
    const { startEmulator, OptionsError } = require('id-emulator');
    const { idSdk } = require('id-emulator/client');
  `;
  await runJest('required.test.cjs', required + USE, '--testMatch', '**/*.cjs');
});

test('every entry is imported, by tests that a transform makes CommonJS', { timeout: 120_000 }, async () => {
  const imports = NAMES.map((name, place) => `import * as entry${place} from '${name}';`).join('\n');
  const imported = `
    ${imports}
    import EmulatorEnvironment from 'id-emulator/jest';
    import { startEmulator, OptionsError, type Emulator } from 'id-emulator';
    import { idSdk } from 'id-emulator/client';
    const entries: object[] = [${NAMES.map((_, place) => `entry${place}`).join(', ')}];
    test.each(entries)('entry %#', (entry) => expect(Object.keys(entry)).not.toEqual([]));
    test('the default export is the environment', () => expect(EmulatorEnvironment).toHaveProperty('prototype.setup'));
  `;
  await runJest('imported.test.ts', imported + USE, '--testMatch', '**/*.ts');
});

test('a test in the environment of id-emulator/jest loads the package, too', { timeout: 120_000 }, async () => {
  const inside = `
    const { verifyPacts } = require('id-emulator/pact');
    test('both', () => expect([typeof verifyPacts, typeof openSandbox().id]).toEqual(['function', 'string']));
  `;
  await runJest('inside.test.cjs', inside, '--testMatch', '**/*.cjs', '--env', 'id-emulator/jest');
});

test('a test that takes too long shows what its client did', { timeout: 120_000 }, async () => {
  const late = `
    test('late', async () => {
      const { apiUrl } = openSandbox();
      await fetch(apiUrl + '/institutions/me/users', { headers: { Authorization: 'Bearer undefined' } });
      await new Promise(() => {});
    }, 2_000);
  `;
  const run = runJest('late.test.cjs', late, '--testMatch', '**/*.cjs', '--env', 'id-emulator/jest');
  await expect(run).rejects.toThrow(
    /Exceeded timeout of 2000 ms[^]*\n *Sandbox \w{8} of "late": the client sent no request\n *1 request identified no sandbox:\n *GET \/api\/v1\/institutions\/me\/users 401/,
  );
});
