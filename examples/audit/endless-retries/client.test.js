import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmulator } from 'id-emulator';
import { Client } from './client.js';

let emulator;

before(async () => {
  emulator = await startEmulator({ port: 0, population: 0 });
});

after(() => emulator.close());

test('reads all pages', async () => {
  const users = await new Client(emulator).users();
  assert.ok(users.length > 20);
});
