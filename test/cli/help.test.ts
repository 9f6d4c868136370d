/** Every form of asking for help prints it. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

test.each([
  ['--help'],
  ['-h'],
  ['help'],
  ['help --help'],
  ['help -h'],
  ['start --help'],
  ['help start'],
  ['help start --help'],
  ['env --help'],
  ['help env'],
])('id-emulator %s prints help', async (line) => {
  const { code, stdout, stderr } = await outcomeOf(line.split(' '));
  expect(stdout).toMatch(line.includes('start') ? /^Usage: id-emulator start / : /^Usage: id-emulator /);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('help is printed even if the rest of the command line is wrong', async () => {
  const { code, stdout } = await outcomeOf(['start', '--port', 'many', '--help']);
  expect(stdout).toMatch(/^Usage: id-emulator start /);
  expect(code).toBe(0);
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await outcomeOf(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});
