import { expect } from '@playwright/test';
import { test } from 'id-emulator/playwright';

test('a call is throttled once', async ({ sandbox, request }) => {
  sandbox.use('rate-limit-burst', { burst: 1 });
  const { accessToken } = sandbox.accessToken();
  const call = () =>
    request.get(`${sandbox.apiUrl}/institutions/me/users`, { headers: { Authorization: `Bearer ${accessToken}` } });
  expect((await call()).status()).toBe(429);
  expect((await call()).status()).toBe(200);
});
