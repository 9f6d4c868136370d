/** The client against a service that fails. Every test has its own sandbox, so the tests run in parallel. */

const { InstitutionClient } = require('../src/institution-client.js');

describe('the client', () => {
  test.concurrent('keeps the created links of a batch when one item fails', async () => {
    const sandbox = openSandbox();
    sandbox.use('batch-partial-failure', { indexes: [1] });
    const links = await new InstitutionClient(sandbox).links(contractIdsOfAlice(sandbox).slice(0, 3));
    expect(links.map(({ error }) => error === undefined)).toEqual([true, false, true]);
  });

  test.concurrent('treats an unknown link as an expired one', async () => {
    const sandbox = openSandbox();
    const client = new InstitutionClient(sandbox);
    const [link] = await client.links(contractIdsOfAlice(sandbox).slice(0, 1));
    sandbox.use('check-token-unknown');
    expect(await client.check(link.result.token)).toBeUndefined();
  });

  test.concurrent('renews its token once when two calls are refused at the same time', async () => {
    const sandbox = openSandbox();
    const client = new InstitutionClient(sandbox);
    await client.users().next();
    sandbox.use('token-revoked');
    const hold = await sandbox.hold('getUsers', { calls: 2 });
    const both = Promise.all([client.users().next(), client.users().next()]);
    const [first, second] = await hold.arrived();
    await second.release();
    await first.release();
    await both;
    expect(sandbox.requests({ operation: 'issueToken' })).toHaveLength(2);
  });

  test.concurrent('is not affected by the scenarios of other tests', async () => {
    const sandbox = openSandbox();
    await all(new InstitutionClient(sandbox).users());
    expect(sandbox.requests({ status: 429 })).toHaveLength(0);
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
