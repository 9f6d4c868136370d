/** Clients of tests reach the emulator although the environment names a proxy. */

import { expect, test } from 'vitest';
import { startForTests } from '../../src/testing/start-for-tests.js';

test('an environment that names a proxy gets exceptions for this machine, and keeps its own', async () => {
  const environment: NodeJS.ProcessEnv = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'intranet.example.com' };
  await using _emulator = await startForTests({ population: 0 }, environment);
  expect(environment['NO_PROXY']).toMatch(/^intranet\.example\.com,.*\b127\.0\.0\.1\b/);
  expect(environment['no_proxy']).toBe(environment['NO_PROXY']);
});

test('an environment without a proxy stays as it is', async () => {
  const environment: NodeJS.ProcessEnv = { PATH: '/bin' };
  await using _emulator = await startForTests({ population: 0 }, environment);
  expect(environment).toEqual({ PATH: '/bin' });
});
