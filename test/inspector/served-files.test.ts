/** The inspector's files: how they are served, and to whom. */

import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { inspectorSize, LARGEST_INSPECTOR } from '../../build/inspector-page.js';
import { startEmulator } from '../../src/index.js';
import { untilEnd } from '../until-end.js';

const ROOT = new URL('../../', import.meta.url);

const emulator = await untilEnd(startEmulator());
const guarded = await untilEnd(startEmulator({ controlToken: 'open sesame' }));

test('the page is at /_emulator/, and /_emulator leads to it', async () => {
  const page = await fetch(`${emulator.url}/_emulator/`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const redirected = await fetch(`${emulator.url}/_emulator`);
  expect(redirected.url).toBe(page.url);
});

test('the page allows no style and no script but its own files, no other address, and no HTML made of a text', async () => {
  const { headers } = await fetch(`${emulator.url}/_emulator/`);
  const policy = headers.get('content-security-policy')!;
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('every file that the page names, and every script, is served without a control token', async () => {
  const page = readFileSync(new URL('dist/inspector/index.html', ROOT), 'utf8');
  const files = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file!);
  const scripts = readdirSync(new URL('dist/inspector/', ROOT)).filter((file) => file.endsWith('.js'));
  files.push(...scripts.map((file) => `inspector/${file}`));
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect((await fetch(`${guarded.url}/_emulator/${file}`)).status, file).toBe(200);
});

test('the page needs no control token, and what it shows does', async () => {
  expect((await fetch(`${guarded.url}/_emulator/`)).status).toBe(200);
  expect((await fetch(`${guarded.url}/_emulator/sandboxes`)).status).toBe(401);
});

test('the page is refused under a foreign host', async () => {
  const status = await new Promise((resolve, reject) => {
    httpRequest(`${emulator.url}/_emulator/`, { headers: { Host: 'evil.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

test('the page, its styles and its script are small', () => {
  expect(inspectorSize(ROOT)).toBeLessThanOrEqual(LARGEST_INSPECTOR);
});
