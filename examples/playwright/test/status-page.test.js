/** A page of an application in a browser: `npx playwright install chromium` gets one. */

import { expect } from '@playwright/test';
import { test as base } from 'id-emulator/playwright';
import { startApplication } from '../src/application.js';

const test = base.extend({
  application: [
    // Playwright reads the fixtures that this one needs from the parameter: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const application = await startApplication();
      await use(application.url);
      application.close();
    },
    { scope: 'worker' },
  ],
  // The page is of another origin than the emulator, which has to allow its requests.
  emulatorOptions: [({ application }, use) => use({ cors: [application] }), { scope: 'worker', option: true }],
  /** Opens the page for a verification link of Alice. */
  openPage: async ({ application, page, sandbox }, use) => {
    const [alice] = sandbox.world.parties({ search: 'alice.archer' }).items;
    const { token } = sandbox.verificationLink(alice.credentials[0].contractId);
    await use(() => page.goto(`${application}/?${new URLSearchParams({ api: sandbox.apiUrl, token })}`));
  },
});

test('a good link is shown as verified', async ({ page, openPage }) => {
  await openPage();
  await expect(page.getByRole('status')).toHaveText('Verified');
});

test('an expired link asks for a new one', async ({ page, sandbox, openPage }) => {
  sandbox.clock.advance('1h');
  await openPage();
  await expect(page.getByRole('status')).toHaveText('This link has expired. Ask for a new one.');
});

test('the page tries again while the service fails', async ({ page, sandbox, openPage }) => {
  sandbox.use('server-error');
  await openPage();
  await expect(page.getByRole('status')).toHaveText('Verified');
  expect(sandbox.requests().map(({ status }) => status)).toEqual([500, 200]);
});
