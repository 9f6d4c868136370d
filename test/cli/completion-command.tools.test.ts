/** `id-emulator completion`: scripts that complete commands, flags and values. */

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

/** What the command answers to the script of a shell for a line; the last word is the one that is being typed. */
async function answers(shell: string, line: readonly string[]): Promise<string> {
  return (await outcomeOf(['completion', shell, ...line.map((word) => `=${word}`)])).stdout;
}

/** What bash suggests for a line. */
async function suggestions(line: readonly string[]): Promise<string[]> {
  const { stdout } = await outcomeOf(['completion', 'bash']);
  const answer = await answers('bash', line);
  const words = ['id-emulator', ...line].map((word) => `'${word}'`).join(' ');
  // The function asks a command of that name, which has to be given these words.
  const command = `id-emulator() { local IFS=' '; [ "$*" = 'completion bash ${line.map((word) => `=${word}`).join(' ')}' ] && printf '%s' '${answer}'; }`;
  const probe = `${stdout}\n${command}\nCOMP_WORDS=(${words})\nCOMP_CWORD=${line.length}\n_id_emulator\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
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
