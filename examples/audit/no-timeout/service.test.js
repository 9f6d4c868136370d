import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { connect } from './service.js';

test('reads score and credentials of a party', async (t) => {
  const sandbox = await openSandbox(t);
  const [alice] = sandbox.world.parties({ search: 'alice.archer' }).items;
  const service = connect(sandbox);
  const { humanScore } = await service.score(alice.partyId);
  assert.ok(humanScore.totalScore > 50);
  assert.ok((await service.credentials(alice.partyId)).length > 0);
});
