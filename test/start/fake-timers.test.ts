/** An emulator in the process of a test that has replaced all timers. */

import { createRequire } from 'node:module';
import request from 'supertest';
import { afterEach, expect, test, vi } from 'vitest';
import * as source from '../../src/index.js';
import { tokenOf } from '../institution.js';

const built = createRequire(import.meta.url)('../../dist/lib/index.cjs') as typeof source;

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['ES modules', source],
  ['CommonJS', built],
])('an emulator responds while a test has replaced the timers: %s', async (_, { startEmulator }) => {
  vi.useFakeTimers();
  const emulator = await startEmulator();
  const response = await request(emulator.apiUrl)
    .get('/institutions/me/users')
    .auth(await tokenOf(emulator), { type: 'bearer' });
  expect(response.status).toBe(200);
  vi.useRealTimers();
  await emulator.close();
});
