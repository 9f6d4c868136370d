import { expect } from '@playwright/test';
import { test } from 'id-emulator/playwright';

test('two calls are throttled, the next one succeeds', async ({ sandbox, request }) => {
  sandbox.use('rate-limit-burst', { burst: 2 });
  const headers = { Authorization: `Bearer ${sandbox.accessToken().accessToken}` };
  for (const status of [429, 429, 200])
    expect((await request.get(`${sandbox.apiUrl}/institutions/me/users`, { headers })).status()).toBe(status);
});

test('a call is refused when its access token has expired', async ({ sandbox, request }) => {
  const headers = { Authorization: `Bearer ${sandbox.accessToken().accessToken}` };
  sandbox.clock.advance('2h');
  expect((await request.get(`${sandbox.apiUrl}/institutions/me/users`, { headers })).status()).toBe(401);
});
