import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmulator } from 'id-emulator';
import { credentialReader } from './credentials.js';

let emulator;

before(async () => {
  emulator = await startEmulator({ port: 0, population: 20 });
});

after(() => emulator.close());

test('reads credentials', async () => {
  const credentials = credentialReader(emulator);
  const contractIds = new Set();
  for await (const { contractId } of credentials()) contractIds.add(contractId);
  assert.ok(contractIds.size > 0);
});
