/** The client against a service that fails. Every test has its own sandbox, so the tests run in parallel. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSandbox } from 'id-emulator/node-test';
import { InstitutionClient } from '../src/institution-client.js';

describe('the client', { concurrency: true }, () => {
  test('keeps the created links of a batch when one item fails', async (t) => {
    const sandbox = await openSandbox(t);
    sandbox.use('batch-partial-failure', { indexes: [1] });
    const links = await new InstitutionClient(sandbox).links(contractIdsOfAlice(sandbox).slice(0, 3));
    assert.deepEqual(
      links.map(({ error }) => error === undefined),
      [true, false, true],
    );
  });

  test('treats an unknown link as an expired one', async (t) => {
    const sandbox = await openSandbox(t);
    const client = new InstitutionClient(sandbox);
    const [link] = await client.links(contractIdsOfAlice(sandbox).slice(0, 1));
    sandbox.use('check-token-unknown');
    assert.equal(await client.check(link.result.token), undefined);
  });

  test('renews its token once when two calls are refused at the same time', async (t) => {
    const sandbox = await openSandbox(t);
    const client = new InstitutionClient(sandbox);
    await client.users().next();
    sandbox.use('token-revoked');
    const hold = await sandbox.hold('getUsers', { calls: 2 });
    const both = Promise.all([client.users().next(), client.users().next()]);
    const [first, second] = await hold.arrived();
    await second.release();
    await first.release();
    await both;
    assert.equal(sandbox.requests({ operation: 'issueToken' }).length, 2);
  });

  test('is not affected by the scenarios of other tests', async (t) => {
    const sandbox = await openSandbox(t);
    await all(new InstitutionClient(sandbox).users());
    assert.equal(sandbox.requests({ status: 429 }).length, 0);
  });
});

async function all(users) {
  const list = [];
  for await (const user of users) list.push(user);
  return list;
}

/** Alice Archer is a party of the default fixture, with a credential of each provider. */
function contractIdsOfAlice(sandbox) {
  const [alice] = sandbox.world.parties({ search: 'alice.archer' }).items;
  return alice.credentials.map(({ contractId }) => contractId);
}
