import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmulator } from 'id-emulator';
import { walk } from './walk.js';

let emulator;

before(async () => {
  emulator = await startEmulator({ port: 0, population: 40 });
});

after(() => emulator.close());

test('walks through the users', async () => {
  const ids = new Set();
  for await (const { id } of walk(emulator)) ids.add(id);
  assert.ok(ids.size > 20);
});
