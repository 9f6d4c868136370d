'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Agent } = require('./agent.cjs');

const agent = new Agent({
  apiUrl: process.env.ID_EMULATOR_API_URL,
  tokenUrl: process.env.ID_EMULATOR_TOKEN_URL,
  clientId: process.env.ID_EMULATOR_CLIENT_ID,
  clientSecret: process.env.ID_EMULATOR_CLIENT_SECRET,
});

test('reads users and scores', async () => {
  const { items } = await agent.get('/institutions/me/users?limit=3');
  assert.equal(items.length, 3);
  const scores = await agent.get('/institutions/me/human-scores?limit=3');
  assert.equal(scores.items.length, 3);
});
