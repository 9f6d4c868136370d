/** `id-emulator verify --target` that ends early leaves no sandbox in the emulator of others. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmulator, type Emulator } from '../../src/index.js';
import { pactV2, usersInteraction } from '../pact/pact-documents.js';
import { spawnedEmulator } from './id-emulator.js';
import type { SpawnedProcess } from './spawned-process.js';
import { temporaryFolder } from './temporary-folder.js';

/** Its response never comes. */
const SLOW = pactV2([usersInteraction(200, { providerState: 'scenario: no-answer' })]);
const DEFAULT = ['default'];

const realTime = performance.now.bind(performance);
let passed = 0;

let emulator: Emulator;
beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => realTime() + passed);
  emulator = await startEmulator();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await emulator.close();
});

const ids = (): string[] => emulator.sandboxes().map(({ id }) => id);

test.each([
  ['SIGINT', 130, []],
  ['SIGTERM', 143, []],
  ['SIGINT', 130, ['--every-variant']],
] as const)('%s ends it with %i and removes what is open (%j)', async (signal, code, flags) => {
  await using folder = await temporaryFolder({ 'slow.json': SLOW });
  await using command = verification(folder.path, flags);
  await hasBegun();
  expect(await command.end(signal)).toMatchObject({ code, signal: null });
  expect(ids()).toEqual(DEFAULT);
});

test('one that is killed leaves sandboxes that the emulator removes after minutes without use', async () => {
  await using folder = await temporaryFolder({ 'slow.json': SLOW });
  await using command = verification(folder.path, []);
  await hasBegun();
  await command.end('SIGKILL');
  const [, ...left] = emulator.sandboxes();
  expect(left.map((sandbox) => sandbox.show().idleTtl)).toEqual([300]);
  passed += 301_000;
  expect(ids()).toEqual(DEFAULT);
});

function verification(cwd: string, flags: readonly string[]): SpawnedProcess {
  const parameters = ['verify', '.', '--target', emulator.url, '--timeout', '60000', ...flags];
  return spawnedEmulator(parameters, { cwd, detached: true });
}

/** Waits until a sandbox is open, whose request then has no answer. */
async function hasBegun(): Promise<void> {
  await vi.waitUntil(() => ids().length > 1, { timeout: 30_000 });
}
