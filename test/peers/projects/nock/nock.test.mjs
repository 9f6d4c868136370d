/** nock mocks another service; the emulator is called as it is. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import './allow.mjs';
import { startEmulator } from 'id-emulator';
import { idSdk } from 'id-emulator/client';
import nock from 'nock';

const emulator = await startEmulator({ population: 0 });
after(() => emulator.close());

test('a client reads the users', async () => {
  const { clientId, clientSecret, apiUrl: baseUrl, tokenUrl } = emulator.sandbox();
  const connection = await idSdk.connect({ clientId, clientSecret, baseUrl, tokenUrl });
  assert.notEqual((await connection.getUsers()).items.length, 0);
});

test('the other service is still mocked', async () => {
  nock('http://other.example').get('/').reply(200, 'mocked');
  assert.equal(await (await fetch('http://other.example/')).text(), 'mocked');
});
