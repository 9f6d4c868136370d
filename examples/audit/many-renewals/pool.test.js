import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmulator } from 'id-emulator';
import { Pool } from './pool.js';

let emulator;

before(async () => {
  emulator = await startEmulator({ port: 0, population: 20 });
});

after(() => emulator.close());

test('reads the scores of several parties', async () => {
  const parties = emulator.defaultSandbox.world
    .parties({ search: 'a' })
    .items.filter(({ credentials }) => credentials.length > 1);
  const partyIds = parties.slice(0, 5).map(({ partyId }) => partyId);
  const pool = await Pool.open(emulator);
  const scores = await pool.scores(partyIds);
  assert.deepEqual(
    scores.map(({ partyId }) => partyId),
    partyIds,
  );
});
