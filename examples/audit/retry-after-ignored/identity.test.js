import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { Identity } from './identity.js';

test('reads scores', async (t) => {
  const sandbox = await openSandbox(t);
  const [alice] = sandbox.world.parties({ search: 'alice.archer' }).items;
  const { items } = await new Identity(sandbox).scores([alice.partyId]);
  assert.equal(items[0].partyId, alice.partyId);
});

test('generates a link', async (t) => {
  const sandbox = await openSandbox(t);
  const [alice] = sandbox.world.parties({ search: 'alice.archer' }).items;
  const { verificationUrl } = await new Identity(sandbox).link(alice.credentials[0].contractId);
  assert.match(verificationUrl, /^http/);
});
