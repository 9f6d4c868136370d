import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboard, IdentityClient } from './client.js';

const env = process.env;
const settings = {
  apiUrl: env.ID_EMULATOR_API_URL,
  tokenUrl: env.ID_EMULATOR_TOKEN_URL,
  clientId: env.ID_EMULATOR_CLIENT_ID,
  clientSecret: env.ID_EMULATOR_CLIENT_SECRET,
};

test('the start page loads its three parts', async () => {
  const client = await new IdentityClient(settings).open();
  const page = await dashboard(client);
  assert.equal(page.latest.length, 5);
  assert.ok(page.best > 0);
  assert.ok(page.providers.includes('GOOGLE'));
});

test('the start page loads again after a while', async () => {
  const client = await new IdentityClient(settings).open();
  const first = await dashboard(client);
  const second = await dashboard(client);
  assert.deepEqual(second, first);
});
