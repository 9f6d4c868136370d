/** Access tokens that are created without the token endpoint. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { startEmulator, type MintedToken } from '../../../src/index.js';
import { tokenOf } from '../../institution.js';
import { claimsOf } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';

const emulator = await untilEnd(startEmulator({ population: 0, now: NOW }));

function users(token: string) {
  return request(emulator.apiUrl).get('/institutions/me/users').auth(token, { type: 'bearer' });
}

test('a token from the control plane is valid, and the journal records nothing', async () => {
  using sandbox = emulator.sandbox();
  const response = await request(emulator.url).post(`/_emulator/sandboxes/${sandbox.id}/access-tokens`).expect(200);
  const { accessToken, expiresIn } = response.body as MintedToken;
  expect(sandbox.requests()).toEqual([]);
  await users(accessToken).expect(200);
  expect(expiresIn).toBe(sandbox.show().tokenTtl);
});

test('a token expires after the requested lifetime by the sandbox clock', async () => {
  using sandbox = emulator.sandbox();
  const { accessToken } = sandbox.accessToken({ lifetime: 60 });
  sandbox.clock.advance('59s');
  await users(accessToken).expect(200);
  sandbox.clock.advance('1s');
  await users(accessToken).expect(401);
});

test('no scenario of the token endpoint applies to a token from the control plane', async () => {
  using sandbox = emulator.sandbox({ scenario: 'token-endpoint-down' });
  await users(sandbox.accessToken().accessToken).expect(200);
});

test('tokens from the control plane do not change the tokens of the token endpoint', async () => {
  const tokens = await Promise.all(
    [false, true].map(async (before) => {
      using sandbox = emulator.sandbox({ clientId: `minted-${before}` });
      if (before) sandbox.accessToken();
      return claimsOf(await tokenOf(sandbox)).jti;
    }),
  );
  expect(tokens[0]).toBe(tokens[1]);
});

test('a token that a scenario has invalidated is not issued again', async () => {
  using sandbox = emulator.sandbox();
  const first = sandbox.accessToken().accessToken;
  const revoked = sandbox.use('token-revoked');
  await users(first).expect(401);
  sandbox.scenarios.stop(revoked.id);
  await users(first).expect(401);
  await users(sandbox.accessToken().accessToken).expect(200);
});

test.each([0, -1, 1.5, 31_536_001])('a lifetime of %d seconds is refused', async (lifetime) => {
  using sandbox = emulator.sandbox();
  expect(() => sandbox.accessToken({ lifetime })).toThrow(RangeError);
  await request(emulator.url).post(`/_emulator/sandboxes/${sandbox.id}/access-tokens`).send({ lifetime }).expect(422);
});
