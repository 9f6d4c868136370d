/** `id-emulator verify` as a process: what it prints where, and how it exits. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

test('a wrong call is reported in one line with exit code 2', async () => {
  const calls = [
    [[], 'there is nothing to verify; name files, folders, patterns or URLs of pacts, or a --broker-url'],
    [['--broker-url', 'http://127.0.0.1:9'], '--broker-url requires --provider: a broker lists pacts by provider'],
    [['a.json', '--publish', '1'], '--publish requires a broker; name it with --broker-url'],
    [
      ['a.json', '--target', 'localhost'],
      '--target: expected an address such as http://127.0.0.1:4010, found "localhost"',
    ],
    [
      ['a.json', '--variant', 'error-body'],
      '--variant: expected pairs as in error-body=problem, max-limit=20, found "error-body"',
    ],
    [
      ['a.json', '--every-variant', '--junit', 'x.xml'],
      '--every-variant: expected nothing beside --junit; it tries all variants, and prints text or --json',
    ],
    [['a.json', '--states', 'nowhere.js'], '--states: there is no file "nowhere.js"'],
    [
      ['a.json', '--state', 'x', '--no-state'],
      '--state and --no-state: no interaction has a provider state and none; leave one out',
    ],
    [
      ['a.json', '--no-state', '--state', 'x'],
      '--state and --no-state: no interaction has a provider state and none; leave one out',
    ],
    [['a.json', '--timeout', 'soon'], '--timeout: expected a whole number of milliseconds, found "soon"'],
    [
      ['--broker-url', 'http://127.0.0.1:9', '--provider', 'x', '--consumer-version-selectors', 'main'],
      '--consumer-version-selectors: expected a JSON list such as [{"mainBranch":true}], found main',
    ],
  ] as const;
  const outcomes = await Promise.all(calls.map(([parameters]) => outcomeOf(['verify', ...parameters])));
  expect(outcomes.map(({ code, stdout, stderr }) => ({ code, stdout, stderr }))).toEqual(
    calls.map(([, message]) => ({ code: 2, stdout: '', stderr: `id-emulator: ${message}\n` })),
  );
});
