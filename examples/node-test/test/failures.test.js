import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { InstitutionClient } from '../src/institution-client.js';

test('the client waits while it is throttled', async (t) => {
  const sandbox = await openSandbox(t);
  sandbox.use('rate-limit-burst', { burst: 2 });
  await new InstitutionClient(sandbox).users().next();
  assert.equal(sandbox.requests({ status: 429 }).length, 2);
  assert.ok(sandbox.behaviour().passed);
});

test('the client gets a new token when the old one expires between two pages', async (t) => {
  const sandbox = await openSandbox(t);
  const users = new InstitutionClient(sandbox).users(10);
  await users.next();
  sandbox.clock.advance('2h');
  for await (const { partyId } of users) assert.ok(partyId);
  assert.equal(sandbox.requests({ operation: 'issueToken' }).length, 2);
});
