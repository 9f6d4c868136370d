import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { connect } from './fetch-json.js';

test('reads the first page of users', async (t) => {
  const fetchJson = await connect(await openSandbox(t));
  const { items } = await fetchJson('/institutions/me/users?limit=5');
  assert.equal(items.length, 5);
});

test('generates a link and requests a credential', async (t) => {
  const sandbox = await openSandbox(t);
  const [ben] = sandbox.world.parties({ search: 'ben.brook' }).items;
  const fetchJson = await connect(sandbox);
  const { contractId } = ben.credentials[0];
  const link = await fetchJson('/verification/generate-link', { method: 'POST', json: { contractId } });
  assert.ok(link.token);
  const json = { partyId: ben.partyId, providers: ['GOOGLE'] };
  await fetchJson('/institutions/me/credentials/request', { method: 'POST', json });
});
