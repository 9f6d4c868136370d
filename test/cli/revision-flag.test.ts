/** Every command that takes a revision refuses a wrong one as `start` does. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

const SERVICE = ['--base-url', 'http://127.0.0.1:9', '--token-url', 'http://127.0.0.1:9/t', '--client-id', 'a'];

test.each([
  [['start', '--port', '0']],
  [['verify', 'a.json']],
  [['fidelity']],
  [['conform', ...SERVICE]],
  [['evidence', 'a.har', '--service', 'http://127.0.0.1:9']],
])('%j refuses a revision that does not exist', async (parameters) => {
  const { code, stdout, stderr } = await outcomeOf([...parameters, '--revision', '1999']);
  expect(stderr).toBe('id-emulator: --revision: expected one of specification, 2026-04, found "1999"\n');
  expect([code, stdout]).toEqual([2, '']);
});
