'use strict';
const assert = require('node:assert/strict');
const { createDirectory } = require('./directory.cjs');

const env = process.env;

describe('directory', function () {
  this.timeout(20_000);
  let directory;

  before(() => {
    directory = createDirectory({
      apiUrl: env.ID_EMULATOR_API_URL,
      tokenUrl: env.ID_EMULATOR_TOKEN_URL,
      clientId: env.ID_EMULATOR_CLIENT_ID,
      clientSecret: env.ID_EMULATOR_CLIENT_SECRET,
    });
  });

  it('finds a person by username', async () => {
    const [first] = await directory.find('benbrook');
    assert.equal(first.firstName, 'Ben');
  });

  context('with a person', () => {
    let partyId;
    beforeEach(async () => {
      [{ partyId }] = await directory.find('benbrook');
    });

    it('lists what was disclosed', async () => {
      assert.ok((await directory.disclosed(partyId)).length > 0);
    });

    it('asks for more', async () => {
      await directory.ask(partyId, ['LINKEDIN']);
    });
  });
});
