/** `id-emulator completion`: scripts that complete commands, flags and values. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

/** What the command answers to the script of a shell for a line; the last word is the one that is being typed. */
async function answers(shell: string, line: readonly string[]): Promise<string> {
  return (await outcomeOf(['completion', shell, ...line.map((word) => `=${word}`)])).stdout;
}

test('names of files follow flags that take one, and where nothing else fits', async () => {
  expect(await answers('bash', ['start', '--config', ''])).toBe(':files\n');
  expect(await answers('bash', ['verify', 'pacts/'])).toBe(':files\n');
  expect(await answers('bash', ['start', '--seed', ''])).toBe('');
});

test.each([
  ['zsh', '--token-ttl:lifetime of access tokens in seconds [ID_EMULATOR_TOKEN_TTL; default\\: 3600]\n'],
  ['fish', '--token-ttl\tlifetime of access tokens in seconds [ID_EMULATOR_TOKEN_TTL; default: 3600]\n'],
  ['powershell', '--token-ttl\tlifetime of access tokens in seconds [ID_EMULATOR_TOKEN_TTL; default: 3600]\n'],
])('the script for %s asks the command, which describes what it suggests', async (shell, line) => {
  const { code, stdout } = await outcomeOf(['completion', shell]);
  expect(stdout).toContain(`id-emulator completion ${shell} `);
  expect(code).toBe(0);
  expect(await answers(shell, ['start', '--token-'])).toBe(line);
  expect(await answers(shell, ['start', '--network', 'd'])).toMatch(/^devnet/);
});

test('an unknown shell is a usage error that lists the known ones', async () => {
  expect(await outcomeOf(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^id-emulator: [^\n]*bash, zsh, fish, powershell[^\n]*\n$/) as unknown,
  });
});
