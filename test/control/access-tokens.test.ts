/** Access tokens that nobody asks the token endpoint for. */

import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator, type MintedToken } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { claimsOf } from './steered.js';

const NOW = '2026-01-31T09:00:00.000Z';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ population: 0, now: NOW });
});
afterAll(() => emulator.close());

function users(token: string) {
  return request(emulator.apiUrl).get('/institutions/me/users').auth(token, { type: 'bearer' });
}

test('a token from the control plane is good, and leaves nothing in the journal', async () => {
  using sandbox = emulator.sandbox();
  const answer = await request(emulator.url).post(`/_emulator/sandboxes/${sandbox.id}/access-tokens`).expect(200);
  const { accessToken, expiresIn } = answer.body as MintedToken;
  expect(sandbox.requests()).toEqual([]);
  await users(accessToken).expect(200);
  expect(expiresIn).toBe(sandbox.show().tokenTtl);
});

test('a token lives as long as was asked for, by the clock of the sandbox', async () => {
  using sandbox = emulator.sandbox();
  const { accessToken } = sandbox.accessToken({ lifetime: 60 });
  sandbox.clock.advance('59s');
  await users(accessToken).expect(200);
  sandbox.clock.advance('1s');
  await users(accessToken).expect(401);
});

test('no scenario of the token endpoint gets in the way', async () => {
  using sandbox = emulator.sandbox({ scenario: 'token-endpoint-down' });
  await users(sandbox.accessToken().accessToken).expect(200);
});

test('the token endpoint gives out the same tokens, whatever the control plane gave out before', async () => {
  const tokens = await Promise.all(
    [false, true].map(async (before) => {
      using sandbox = emulator.sandbox({ clientId: `minted-${before}` });
      if (before) sandbox.accessToken();
      return claimsOf(await tokenOf(sandbox)).jti;
    }),
  );
  expect(tokens[0]).toBe(tokens[1]);
});

test('a token that a scenario has spoilt is not given out again', async () => {
  using sandbox = emulator.sandbox();
  const first = sandbox.accessToken().accessToken;
  const revoked = sandbox.use('token-revoked');
  await users(first).expect(401);
  sandbox.scenarios.stop(revoked.id);
  await users(first).expect(401);
  await users(sandbox.accessToken().accessToken).expect(200);
});

test.each([0, -1, 1.5, 31_536_001])('a lifetime of %d s is refused', async (lifetime) => {
  using sandbox = emulator.sandbox();
  expect(() => sandbox.accessToken({ lifetime })).toThrow(RangeError);
  await request(emulator.url).post(`/_emulator/sandboxes/${sandbox.id}/access-tokens`).send({ lifetime }).expect(422);
});
