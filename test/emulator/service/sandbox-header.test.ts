/** `Emulator-Sandbox` selects the sandbox of requests that identify none. */

import request, { type Test } from 'supertest';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const BEN = cast('Ben').credentials[0]!.contractId;

const emulator = await untilEnd(startEmulator({ population: 0 }));

function users(token?: string): Test {
  const asked = request(emulator.apiUrl).get('/institutions/me/users');
  return token === undefined ? asked : asked.auth(token, { type: 'bearer' });
}

function tokenRequest(clientId: string): Test {
  return request(emulator.tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'x' });
}

test.each<[string, number, () => Test]>([
  ['no access token', 401, () => users()],
  ['an access token that was not issued here', 401, () => users('stranger')],
  ['an unknown client', 401, () => tokenRequest('stranger')],
  ['an unknown link token', 404, () => request(emulator.apiUrl).get('/verification/check/stranger')],
  ['a path that is none', 404, () => request(emulator.url).get('/nothing/of/the/kind')],
])('a request with %s uses the sandbox of the header', async (_, status, ask) => {
  using sandbox = emulator.sandbox();
  const response = await ask().set('Emulator-Sandbox', sandbox.id);
  expect(response.status).toBe(status);
  expect(sandbox.requests().map((exchange) => exchange.status)).toEqual([status]);
});

test('the scenarios of the sandbox apply to such a request', async () => {
  using sandbox = emulator.sandbox({ scenario: 'client-refused;error=unauthorized_client' });
  const response = await tokenRequest('stranger').set('Emulator-Sandbox', sandbox.id);
  expect(response.body).toMatchObject({ error: 'unauthorized_client' });
});

test('the header does not override a token, a client or a link that names a sandbox', async () => {
  using sandbox = emulator.sandbox();
  using other = emulator.sandbox();
  await users(await tokenOf(sandbox))
    .set('Emulator-Sandbox', other.id)
    .expect(200);
  await tokenRequest(sandbox.clientId).set('Emulator-Sandbox', other.id).expect(401);
  await request(emulator.apiUrl)
    .get(`/verification/check/${sandbox.verificationLink(BEN).token}`)
    .set('Emulator-Sandbox', other.id)
    .expect(200);
  expect(sandbox.requests()).toHaveLength(4);
  expect(other.requests()).toEqual([]);
});

test('a header with an unknown sandbox selects the default one and gets a diagnostic', async () => {
  const response = await users().set('Emulator-Sandbox', 'nowhere').expect(401);
  expect(response.headers['emulator-diagnostic']).toBe(
    '"there is no sandbox \\"nowhere\\", which the Emulator-Sandbox header names"',
  );
  expect(emulator.defaultSandbox.requests()).toHaveLength(1);
});
