/** The client library that comes with the emulator, with its own retries. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idSdk } from 'id-emulator/client';
import { openSandbox } from 'id-emulator/node-test';

async function connectionTo({ apiUrl, tokenUrl, clientId, clientSecret }) {
  return await idSdk.connect({ clientId, clientSecret, network: 'devnet', baseUrl: apiUrl, tokenUrl, timeout: 20_000 });
}

test('reads a score', async (t) => {
  const sandbox = await openSandbox(t);
  const connection = await connectionTo(sandbox);
  const [{ partyId }] = sandbox.world.parties({ search: 'alice.archer' }).items;
  const { humanScore } = await connection.getHumanScoreByPartyId(partyId);
  assert.ok(humanScore.totalScore > 0);
});

test('iterates users, and makes links', async (t) => {
  const sandbox = await openSandbox(t);
  const connection = await connectionTo(sandbox);
  let count = 0;
  for await (const user of connection.iterateUsers({ kycStatus: 'APPROVED' })) count += user.id === undefined ? 0 : 1;
  assert.ok(count > 0);
  const [{ credentials }] = sandbox.world.parties({ search: 'alice.archer' }).items;
  const links = await connection.generateVerificationLinks(credentials.slice(0, 2).map(({ contractId }) => contractId));
  for (const { error } of links) if (error) throw new Error(`a link of the batch failed: ${error.message}`);
  assert.equal(links.length, 2);
});
