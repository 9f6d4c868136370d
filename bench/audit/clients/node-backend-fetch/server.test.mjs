import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { createVerifier } from './server.mjs';

const { env } = process;

describe('the verifier', () => {
  let server;
  const ask = async (name) => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}/?name=${encodeURIComponent(name)}`);
    assert.equal(response.status, 200);
    return await response.json();
  };

  before(async () => {
    server = createVerifier({
      apiUrl: env.ID_EMULATOR_API_URL,
      tokenUrl: env.ID_EMULATOR_TOKEN_URL,
      clientId: env.ID_EMULATOR_CLIENT_ID,
      clientSecret: env.ID_EMULATOR_CLIENT_SECRET,
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  it('knows a customer', async () => {
    assert.equal((await ask('benbrook')).known, true);
  });

  it('does not know a stranger', async () => {
    assert.deepEqual(await ask('a stranger'), { known: false });
  });
});
