import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { Gateway } from './gateway.js';

test('reads the credentials of a party', async (t) => {
  const sandbox = await openSandbox(t);
  const [ben] = sandbox.world.parties({ search: 'ben.brook' }).items;
  const credentials = await new Gateway(sandbox).credentials(ben.partyId);
  assert.equal(credentials.length, 1);
});
