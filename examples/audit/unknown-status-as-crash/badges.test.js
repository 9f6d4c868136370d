import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmulator } from 'id-emulator';
import { Badges } from './badges.js';

let emulator;

before(async () => {
  emulator = await startEmulator({ port: 0, population: 0 });
});

after(() => emulator.close());

test('shows a badge', async () => {
  const [ben] = emulator.defaultSandbox.world.parties({ search: 'ben.brook' }).items;
  const badge = await new Badges(emulator).badgeOf(ben.credentials[0].contractId);
  assert.match(badge, /^<span class="\w+">.+<\/span>$/);
});
