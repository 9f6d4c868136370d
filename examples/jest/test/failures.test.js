const { InstitutionClient } = require('../src/institution-client.js');

test('the client waits while it is throttled', async () => {
  const sandbox = openSandbox();
  sandbox.use('rate-limit-burst', { burst: 2 });
  await new InstitutionClient(sandbox).users().next();
  expect(sandbox.requests({ status: 429 })).toHaveLength(2);
  expect(sandbox.behaviour().passed).toBe(true);
});

test('the client gets a new token when the old one expires between two pages', async () => {
  const sandbox = openSandbox();
  const users = new InstitutionClient(sandbox).users(10);
  await users.next();
  sandbox.clock.advance('2h');
  for await (const { partyId } of users) expect(partyId).not.toBe('');
  expect(sandbox.requests({ operation: 'issueToken' })).toHaveLength(2);
});
