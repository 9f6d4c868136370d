/** A temporary folder that cannot be used proves nothing about a client: exit code 2, and one line. */

import { afterEach, expect, test, vi } from 'vitest';
import { outcomeOf } from './id-emulator.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(['exec --judge -- true', 'audit -- true'])('without a temporary folder, %s exits with 2', async (line) => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  const { code, stderr } = await outcomeOf(line.split(' '));
  expect(stderr).toMatch(/id-emulator: the temporary folder \/nowhere\/at\/all: [^\n]*; set TMPDIR to another one\n$/);
  expect(code).toBe(2);
});
