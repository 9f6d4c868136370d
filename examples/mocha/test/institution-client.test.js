/** The client against a service that fails, in CommonJS. */

const assert = require('node:assert/strict');
const { InstitutionClient } = require('../src/institution-client.js');

describe('the client', function () {
  it('waits for Retry-After while the service throttles it', async function () {
    this.sandbox.use('rate-limit-burst', { burst: 2 });
    const users = await all(new InstitutionClient(this.sandbox).users());
    assert.ok(users.length > 200);
    assert.equal(this.sandbox.requests({ status: 429 }).length, 2);
    assert.ok(this.sandbox.behaviour().passed);
  }).timeout(10_000);

  it('gets a new token when the old one expires between two pages', async function () {
    const users = new InstitutionClient(this.sandbox).users(10);
    await users.next();
    this.sandbox.clock.advance('2h');
    assert.notEqual((await all(users)).length, 0);
    assert.equal(this.sandbox.requests({ status: 401 }).length, 1);
  });
});

async function all(users) {
  const list = [];
  for await (const user of users) list.push(user);
  return list;
}
