/** What a command says of a mistake of its own, and of one of its surroundings. */

import { expect, test } from 'vitest';
import { reportFailure } from '../../src/cli/terminal/failure.js';

function reported(error: Error): { readonly code: number; readonly text: string } {
  let text = '';
  const code = reportFailure(error, { printError: (piece) => (text += piece) });
  return { code, text };
}

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

test.each([
  ['a member of undefined', () => (undefined as unknown as { readonly name: string }).name],
  ['a text that cannot be decoded', () => decodeURIComponent('%')],
])('a bug is reported with its stack and exit code 2: %s', (_, act) => {
  const { code, text } = reported(thrownBy(act));
  expect(code).toBe(2);
  expect(text).toMatch(/^id-emulator: internal error, please report it: \w+Error: .*\n +at /);
});

test.each([
  ['no connection', new TypeError('fetch failed', { cause: new Error('refused') })],
  ['no address', thrownBy(() => new URL('nowhere'))],
  ['no file', Object.assign(new Error('no such file'), { code: 'ENOENT' })],
])('what is no bug is reported in one line with exit code 1: %s', (_, error) => {
  expect(reported(error)).toEqual({ code: 1, text: `id-emulator: ${error.message}\n` });
});
