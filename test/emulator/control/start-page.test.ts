/** What browsers ask for by themselves belongs to nobody's traffic, and people who open the emulator find a page. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator());

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('/ leads browsers to the inspector', async () => {
  const response = await fetch(emulator.url, { headers: BROWSER, redirect: 'manual' });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('_emulator/');
});

test('/docs leads browsers to the contract', async () => {
  const response = await fetch(`${emulator.url}/docs`, { headers: BROWSER, redirect: 'manual' });
  expect(response.headers.get('location')).toBe('_emulator/openapi.json');
});

test("the browser's / and /favicon.ico are in no journal", async () => {
  const { exchanges } = emulator.defaultSandbox.show();
  await (await fetch(emulator.url, { headers: BROWSER })).text();
  const icon = await fetch(`${emulator.url}/favicon.ico`, { headers: { Accept: 'image/avif,image/webp,*/*' } });
  expect(icon.status).toBe(404);
  await icon.text();
  expect(emulator.defaultSandbox.requests({ after: exchanges })).toEqual([]);
});

test.each([
  ['a machine', { Accept: 'application/json' }],
  ['a client with a token', { ...BROWSER, Authorization: 'Bearer undefined' }],
])('/ is a call like any other for %s', async (_, headers) => {
  using sandbox = emulator.sandbox();
  const response = await fetch(emulator.url, { headers: { ...headers, 'Emulator-Sandbox': sandbox.id } });
  expect(response.status).toBe(404);
  expect(await response.json()).toHaveProperty('error');
  expect(sandbox.requests()).toMatchObject([{ path: '/', status: 404 }]);
});
