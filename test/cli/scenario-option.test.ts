/** `--scenario` with unknown names: they are rejected, and the valid ones are listed. */

import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

const SCENARIOS = readdirSync(new URL('../../scenarios', import.meta.url)).map((file) => file.replace('.yaml', ''));

test('an unknown scenario is rejected, and every scenario is listed if none is near', async () => {
  const { code, stdout, stderr } = await outcomeOf(['start', '--port', '0', '--scenario', 'rate-limit-brust']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*"rate-limit-brust"; did you mean "rate-limit-burst"\?[^\n]*\n$/);
  expect(stderr).not.toContain('valid are');
  const { stderr: listed } = await outcomeOf(['start', '--port', '0', '--scenario', 'something-else-altogether']);
  for (const name of SCENARIOS) expect(listed).toContain(name);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('an unknown parameter is rejected, and the nearest one is suggested', async () => {
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--scenario', 'rate-limit-burst;bursts=2']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*"bursts"; did you mean "burst"\?[^\n]*\n$/);
  expect(code).toBe(2);
});

test('an invalid value of a parameter is rejected', async () => {
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--scenario', 'rate-limit-burst;burst=many']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*"burst"[^\n]*integer[^\n]*many[^\n]*\n$/);
  expect(code).toBe(2);
});

test('mistakes in several scenarios are reported together', async () => {
  const { code, stderr } = await outcomeOf([
    'start',
    '--port',
    '0',
    '--scenario',
    'no-such-thing, rate-limit-burst;bursts=2',
  ]);
  expect(stderr).toMatch(/^id-emulator: [^\n]*"no-such-thing"[^\n]*"bursts"[^\n]*\n$/);
  expect(code).toBe(2);
});

test('text that is not a list of scenarios is rejected', async () => {
  const { code, stderr } = await outcomeOf(['start', '--port', '0', '--scenario', 'rate-limit-burst;;']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*"rate-limit-burst;;"[^\n]*RFC 9651[^\n]*\n$/);
  expect(code).toBe(2);
});
