const assert = require('node:assert/strict');
const { InstitutionClient } = require('../src/institution-client.js');

it('the client waits while it is throttled', async function () {
  const { sandbox } = this;
  sandbox.use('rate-limit-burst', { burst: 2 });
  await new InstitutionClient(sandbox).users().next();
  assert.equal(sandbox.requests({ status: 429 }).length, 2);
  assert.ok(sandbox.behaviour().passed);
}).timeout(10_000);

it('the client gets a new token when the old one expires between two pages', async function () {
  const { sandbox } = this;
  const users = new InstitutionClient(sandbox).users(10);
  await users.next();
  sandbox.clock.advance('2h');
  for await (const { partyId } of users) assert.ok(partyId);
  assert.equal(sandbox.requests({ operation: 'issueToken' }).length, 2);
});
