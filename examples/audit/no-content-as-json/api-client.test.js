import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { ApiClient } from './api-client.js';

describe('ApiClient', () => {
  test('asks a party for a credential', async (t) => {
    const sandbox = await openSandbox(t);
    const [ben] = sandbox.world.parties({ search: 'ben.brook' }).items;
    await new ApiClient(sandbox).askFor(ben.partyId, ['LINKEDIN']);
    const { requests } = sandbox.world.party(ben.partyId);
    assert.ok(requests.some(({ provider }) => provider === 'LINKEDIN'));
  });

  test('creates a link', async (t) => {
    const sandbox = await openSandbox(t);
    const [ben] = sandbox.world.parties({ search: 'ben.brook' }).items;
    const link = await new ApiClient(sandbox).linkFor(ben.credentials[0].contractId);
    assert.ok(link.verificationUrl);
  });
});
