/**
 * A test for each runner that fails because its client does not wait, and so breaks a rule. `fetch` uses two connections in
 * turn, so the third request proves it.
 */

const steps = (sandbox: string): string => `
  const sandbox = ${sandbox};
  sandbox.use('rate-limit-burst', { 'retry-after': 60 });
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: sandbox.clientId, client_secret: sandbox.clientSecret });
  const { access_token: token } = await (await fetch(sandbox.tokenUrl, { method: 'POST', body })).json();
  const ask = async () => {
    const response = await fetch(sandbox.apiUrl + '/institutions/me/users', { headers: { Authorization: 'Bearer ' + token } });
    await response.text();
    return response;
  };
  await ask();
  await ask();
  const { status } = await ask();
`;

export const IMPATIENT_CLIENTS = {
  vitest: `
    import { test } from 'id-emulator/vitest';
    test('an impatient client', async ({ sandbox: opened, expect }) => {
      ${steps('opened')}
      expect(status).toBe(200);
    });
  `,
  'node-test': `
    import assert from 'node:assert/strict';
    import { test } from 'node:test';
    import { openSandbox } from 'id-emulator/node-test';
    test('an impatient client', async (t) => {
      ${steps('await openSandbox(t)')}
      assert.equal(status, 200);
    });
  `,
  playwright: `
    import { expect } from '@playwright/test';
    import { test } from 'id-emulator/playwright';
    test('an impatient client', async ({ sandbox: opened }) => {
      ${steps('opened')}
      expect(status).toBe(200);
    });
  `,
  mocha: `
    const assert = require('node:assert/strict');
    it('an impatient client', async function () {
      ${steps('this.sandbox')}
      assert.equal(status, 200);
    });
  `,
  jest: `
    test('an impatient client', async () => {
      ${steps('openSandbox()')}
      expect(status).toBe(200);
    });
  `,
};
