/** A sandbox that tolerates surplus slashes, beside one that does not: whoever the request turns out to come from decides. */

import request, { type Test } from 'supertest';
import { expect, test } from 'vitest';
import { startEmulator, type SandboxControl } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { untilEnd } from '../../until-end.js';

const BEN = cast('Ben').credentials[0]!.contractId;

const emulator = await untilEnd(startEmulator({ population: 0 }));
const strict = emulator.sandbox();
const tolerant = emulator.sandbox({ variants: { 'trailing-slash': 'tolerated' } });

const tokenRequest = ({ clientId, clientSecret }: SandboxControl): Test =>
  request(`${emulator.tokenUrl}/`)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });

/** @param caller whose access token the check is sent with, which needs none */
function check(sandbox: SandboxControl, caller: SandboxControl): Test {
  return request(emulator.apiUrl)
    .get(`/verification/check/${sandbox.verificationLink(BEN).token}/`)
    .auth(caller.accessToken().accessToken, { type: 'bearer' });
}

test('a token request with a surplus slash is answered for a client whose sandbox tolerates it', async () => {
  expect((await tokenRequest(tolerant)).status).toBe(200);
});

test('a token request with a surplus slash is an unknown path for another client', async () => {
  const response = await tokenRequest(strict);
  expect(response.status).toBe(404);
  expect(strict.requests().at(-1)).toMatchObject({ status: 404 });
});

test('a malformed token request with a surplus slash is an unknown path where no sandbox tolerates it', async () => {
  const response = await request(`${emulator.tokenUrl}/`).post('').type('json').send({});
  expect(response.status).toBe(404);
});

test('another method at a path with a surplus slash is an unknown path where no sandbox tolerates it', async () => {
  expect((await request(`${emulator.tokenUrl}/`).options('')).status).toBe(404);
});

test('a malformed path in other letters is an unknown path where no sandbox tolerates them', async () => {
  const response = await request(emulator.apiUrl).get('/Verification/Check/nobody%');
  expect(response.status).toBe(404);
});

test('a check with a surplus slash is answered as the sandbox of the link tolerates it', async () => {
  expect((await check(tolerant, strict)).status).toBe(200);
  expect((await check(strict, tolerant)).status).toBe(404);
});
