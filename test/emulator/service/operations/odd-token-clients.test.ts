/** Clients that use OAuth in an unusual way and are right: scopes, repeated parameters, charsets, forms of HTTP Basic. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../../src/index.js';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { untilEnd } from '../../../until-end.js';
import { claimsOf } from '../../control/controlled-emulator.js';

const emulator = await untilEnd(startEmulator({ population: 0, clientId: 'my client', clientSecret: 'é+50%' }));

const FORM = 'application/x-www-form-urlencoded';
const SECRET = encodeURIComponent('é+50%');
const NO_CLIENT = 'grant_type=client_credentials';

const base64 = (credentials: string): string => Buffer.from(credentials).toString('base64');

const own = {
  form: `${NO_CLIENT}&client_id=my+client&client_secret=${SECRET}`,
  noClient: NO_CLIENT,
  longest: 'x'.repeat(4_000),
  encoded: base64(`my+client:${SECRET}`),
  percentEncoded: base64(`my%20client:${SECRET}`),
  plainId: base64(`my client:${SECRET}`),
  plainSecret: base64('my+client:é+50%'),
  encodedScenarios: base64(`my+client%2Brate-limit-burst%3Bburst%3D9%2Btoken-expired:${SECRET}`),
  plainScenarios: base64(`my client+rate-limit-burst;burst=9+token-expired:${SECRET}`),
};

testExchanges(
  new URL('odd-token-clients.yaml', import.meta.url),
  async (options) => {
    const sender = await sandboxesOf(emulator)(options);
    return { ...sender, values: { ...sender.values, ...own } };
  },
  { scope: (_, token = '') => claimsOf(token).scope },
);

async function requestToken(charset: string, clientId: string, secret: string | Buffer): Promise<Response> {
  return await fetch(emulator.tokenUrl, {
    method: 'POST',
    headers: { 'Content-Type': `${FORM}; charset=${charset}` },
    body: Buffer.concat([`${NO_CLIENT}&client_id=${clientId}&client_secret=`, secret].map((part) => Buffer.from(part))),
  });
}

test('a form in latin1 is decoded by it', async () => {
  const { status, headers } = await requestToken('latin1', 'my+client', Buffer.from('é%2B50%25', 'latin1'));
  expect([status, headers.get('Emulator-Diagnostic')]).toEqual([200, null]);
});

test.each([
  ['windows-1252', '€', 200],
  ['iso-8859-1', '\x80', 200],
  ['iso-8859-1', '€', 401],
  ['us-ascii', 'plain', 200],
])('in %s, the byte 80 of a secret means what that charset says (%j: %i)', async (charset, clientSecret, status) => {
  const { clientId } = emulator.sandbox({ clientSecret });
  const secret = clientSecret === 'plain' ? 'plain' : '%80';
  expect((await requestToken(charset, clientId, secret)).status).toBe(status);
});

test('a token with the longest scope is accepted after a restart', async () => {
  const options = { population: 0, clientId: 'a', clientSecret: 'b', port: 0 };
  const form = `grant_type=client_credentials&client_id=a&client_secret=b&scope=${'x'.repeat(4_000)}`;
  const before = await startEmulator(options);
  const response = await fetch(before.tokenUrl, { method: 'POST', headers: { 'Content-Type': FORM }, body: form });
  const { access_token: token } = (await response.json()) as { access_token: string };
  await before.close();
  const after = await startEmulator(options);
  const { status } = await fetch(`${after.apiUrl}/institutions/me/users`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await after.close();
  expect(status).toBe(200);
});
