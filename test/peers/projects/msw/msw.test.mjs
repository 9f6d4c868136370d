/** MSW mocks another service; the emulator is called as it is. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startEmulator } from 'id-emulator';
import { idSdk } from 'id-emulator/client';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { handlers } from './handlers.mjs';

const other = http.get('http://other.example/', () => HttpResponse.text('mocked'));
const server = setupServer(other, ...handlers);
server.listen({ onUnhandledRequest: 'error' });
const emulator = await startEmulator({ population: 0 });
const sandbox = emulator.sandbox();

after(async () => {
  server.close();
  await emulator.close();
});

test('a client reads the users', async () => {
  const { clientId, clientSecret, apiUrl: baseUrl, tokenUrl } = sandbox;
  const connection = await idSdk.connect({ clientId, clientSecret, baseUrl, tokenUrl });
  assert.notEqual((await connection.getUsers()).items.length, 0);
});

test('a failure of the emulator arrives as it is', async () => {
  sandbox.use('rate-limit-burst', { burst: 1 });
  const headers = { Authorization: `Bearer ${sandbox.accessToken().accessToken}` };
  assert.equal((await fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers })).status, 429);
});

test('the other service is still mocked', async () => {
  assert.equal(await (await fetch('http://other.example/')).text(), 'mocked');
});
