import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pool } from './pool.mjs';

const { env } = process;

test('workers read the scores of the first dozen people', async (t) => {
  const pool = new Pool({
    apiUrl: env.ID_EMULATOR_API_URL,
    tokenUrl: env.ID_EMULATOR_TOKEN_URL,
    clientId: env.ID_EMULATOR_CLIENT_ID,
    clientSecret: env.ID_EMULATOR_CLIENT_SECRET,
  });
  const people = await pool.people();
  await t.test('everybody is there', () => assert.ok(people.length > 100));
  await t.test('each has a score or none', async () => {
    const scores = await pool.scores(people.slice(0, 12));
    assert.equal(scores.size, 12);
  });
});
