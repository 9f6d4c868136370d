import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { Links } from './links.js';

test('creates links', async (t) => {
  const sandbox = await openSandbox(t);
  const [alice] = sandbox.world.parties({ search: 'alice.archer' }).items;
  const links = await new Links(sandbox).create(alice.credentials.map(({ contractId }) => contractId));
  assert.ok(links.length > 0);
  for (const link of links) assert.ok(URL.canParse(link));
});
