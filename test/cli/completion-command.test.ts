/** `id-emulator completion`: scripts that complete commands, flags and values. */

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

/** What bash suggests for a line; the last word is the one that is being typed. */
async function suggestions(line: readonly string[]): Promise<string[]> {
  const { stdout } = await outcomeOf(['completion', 'bash']);
  const words = ['id-emulator', ...line].map((word) => `'${word}'`).join(' ');
  const probe = `${stdout}\nCOMP_WORDS=(${words})\nCOMP_CWORD=${line.length}\n_id_emulator\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['-c', probe], { encoding: 'utf8' });
  return printed.split('\n').filter((word) => word !== '');
}

test.runIf(process.platform !== 'win32')('bash completes commands, subcommands, flags and choices', async () => {
  expect(await suggestions(['sc'])).toEqual(['scenarios']);
  expect(await suggestions(['scenarios', ''])).toEqual(['list', 'show', 'check']);
  expect(await suggestions(['start', '--token-'])).toEqual(['--token-ttl']);
  expect(await suggestions(['start', '--network', ''])).toEqual(['devnet', 'mainnet']);
  expect(await suggestions(['start', '--network', 'mainnet', '--lo'])).toEqual(['--log']);
});

test.runIf(process.platform !== 'win32')('bash suggests nothing for a command after exec --', async () => {
  expect(await suggestions(['exec', '--', 'npm', 'st'])).toEqual([]);
});

test.each([
  ['zsh', "'--token-ttl:lifetime of access tokens in seconds [ID_EMULATOR_TOKEN_TTL; default\\: 3600]'"],
  ['fish', "complete -c id-emulator -n '__id_emulator_at \\'start\\'' -l network -x -a 'devnet mainnet'"],
  ['powershell', "'start --network' = @('devnet', 'mainnet')"],
])('the script for %s has commands, flags and choices', async (shell, line) => {
  const { code, stdout } = await outcomeOf(['completion', shell]);
  expect(stdout).toContain(line);
  for (const command of ['start', 'exec', 'scenarios', 'completion']) expect(stdout).toContain(`'${command}`);
  expect(code).toBe(0);
});

test('an unknown shell is a usage error that lists the known ones', async () => {
  expect(await outcomeOf(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^id-emulator: [^\n]*bash, zsh, fish, powershell[^\n]*\n$/) as unknown,
  });
});
