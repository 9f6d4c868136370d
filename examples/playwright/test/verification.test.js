/** An API test: Playwright's `request` calls the service as the pages of an application do. */

import { expect } from '@playwright/test';
import { test } from 'id-emulator/playwright';

test.use({ emulatorOptions: { population: 20 } });

test('a verification link opens a page with the status, until it expires', async ({ sandbox, request }) => {
  const [alice] = sandbox.world.parties({ search: 'alice.archer' }).items;
  const { verificationUrl } = sandbox.verificationLink(alice.credentials[0].contractId);
  const page = await request.get(verificationUrl);
  expect(page.status()).toBe(200);
  expect(await page.text()).toContain('Status');
  sandbox.clock.advance('1h');
  expect((await request.get(verificationUrl)).status()).toBe(404);
});

test('the later of two calls that are refused at the same time ends first', async ({ sandbox, request }) => {
  sandbox.use('token-revoked');
  const headers = { Authorization: `Bearer ${sandbox.accessToken().accessToken}` };
  const ended = [];
  const call = async (limit) => {
    const response = await request.get(`${sandbox.apiUrl}/institutions/me/users?limit=${limit}`, { headers });
    ended.push(`limit=${limit} ${response.status()}`);
  };
  const hold = await sandbox.hold('getUsers', { calls: 2 });
  const both = Promise.all([call(1), call(2)]);
  const [first, second] = await hold.arrived();
  await second.release();
  await first.release();
  await both;
  const arrived = sandbox.requests().map(({ query, status }) => `${query} ${status}`);
  expect(ended).toEqual(arrived.reverse());
});
