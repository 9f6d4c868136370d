import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sandboxOpener } from 'id-emulator/node-test';
import { InstitutionClient } from './client.js';

const openSandbox = sandboxOpener({ population: 0 });

describe('the client', { concurrency: true }, () => {
  test('reads every user once', async (t) => {
    const sandbox = await openSandbox(t);
    const users = await new InstitutionClient(sandbox).users();
    assert.ok(users.size > 20);
    assert.ok([...users.values()].every(({ proposalId }) => proposalId.length > 0));
  });

  test('shows the credentials of a party', async (t) => {
    const sandbox = await openSandbox(t);
    const { partyId } = alice(sandbox);
    const credentials = await new InstitutionClient(sandbox).credentials(partyId);
    assert.ok(credentials.every((credential) => credential.partyId === partyId));
    assert.equal(credentials.length, 6);
  });

  test('asks a party for a credential', async (t) => {
    const sandbox = await openSandbox(t);
    await new InstitutionClient(sandbox).requestCredentials(party(sandbox, 'ben.brook').partyId, ['GOOGLE']);
  });

  test('creates a link for each credential, and checks one', async (t) => {
    const sandbox = await openSandbox(t);
    const client = new InstitutionClient(sandbox);
    const contractIds = alice(sandbox).credentials.map(({ contractId }) => contractId);
    const { links, failed } = await client.links(contractIds);
    assert.equal(failed.size, 0);
    assert.deepEqual([...links.keys()].sort(), contractIds.sort());
    const label = await client.check(links.get(contractIds[0]).token);
    assert.ok(label === undefined || label.length > 0);
  });
});

function alice(sandbox) {
  return party(sandbox, 'alice.archer');
}

function party(sandbox, search) {
  return sandbox.world.parties({ search }).items[0];
}
