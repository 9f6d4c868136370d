/** A command that was not called as it has to be ends with exit code 2 and one line that says why. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

test.each([
  ['no command', [], /command/],
  ['an unknown command', ['stop'], /'stop'/],
  [
    'a group without one of its commands',
    ['clock'],
    /"clock" needs one of its commands: show, advance, set, freeze, thaw/,
  ],
  ['help for an unknown command', ['help', 'stop'], /'?stop'?/],
  ['an unknown flag', ['start', '--colour', 'blue'], /'--colour'/],
  ['a misspelt flag', ['start', '--prot', '0'], /'--prot'.*--port/],
  ['a flag without its value', ['start', '--port'], /--port/],
  [
    'no flag of several that are needed',
    ['conform', '--client-id', 'a'],
    /^id-emulator: required options '--base-url <url>', '--token-url <url>' not specified$/m,
  ],
  ['an argument too many', ['start', 'now'], /argument/],
  ['a port that is no number', ['start', '--port', 'many'], /--port.*"many"/],
  ['a port that is too high', ['start', '--port', '65536'], /--port.*65535.*65536/],
  ['a port below zero', ['start', '--port', '-1'], /--port.*-1/],
  ['a seed that is no integer', ['start', '--seed', '1.5'], /--seed.*"1\.5"/],
  ['a lifetime of nothing', ['start', '--token-ttl', '0'], /--token-ttl.*0/],
  ['an unknown network', ['start', '--network', 'testnet'], /--network.*devnet, mainnet.*"testnet"/],
  ['an unknown log format', ['start', '--log', 'loud'], /--log.*pretty, json, silent.*"loud"/],
  ['a time that is none', ['start', '--now', 'yesterday'], /--now.*"yesterday"/],
  ['an empty client ID', ['start', '--client-id', ''], /--client-id.*""/],
  [
    'a variant that is no pair',
    ['start', '--variant', 'error-body'],
    /--variant: expected pairs as in error-body=problem.*"error-body"/,
  ],
  [
    'a variant that does not exist',
    ['start', '--port', '0', '--variant', 'max-limit=20', '--variant', 'eror-body=problem'],
    /"eror-body".*did you mean "error-body"/,
  ],
  [
    'a certificate without its key',
    ['start', '--port', '0', '--tls-cert', 'package.json'],
    /: --tls-key: expected a file together with --tls-cert, found none/,
  ],
  ['a scenario that does not exist', ['start', '--port', '0', '--scenario', 'huge-pag'], /: --scenario: .*huge-page/],
  ['an unknown revision', ['start', '--revision', '2026-05'], /--revision.*specification, 2026-04.*"2026-05"/],
  ['an ill-typed flag of env', ['env', '--port', 'many'], /--port.*"many"/],
] as const)('%s', async (_, parameters, reason) => {
  const { code, stdout, stderr } = await outcomeOf(parameters);
  expect(stderr).toMatch(/^id-emulator: [^\n]*\n$/);
  expect(stderr).toMatch(reason);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('mistakes in several flags are reported together', async () => {
  const { code, stderr } = await outcomeOf(['start', '--port', 'many', '--seed', 'lucky']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*--port[^\n]*--seed[^\n]*\n$/);
  expect(code).toBe(2);
});

test('a mistake in a variable names the variable', async () => {
  const { code, stderr } = await outcomeOf(['start'], { env: { ID_EMULATOR_TOKEN_TTL: 'long' } });
  expect(stderr).toMatch(/^id-emulator: ID_EMULATOR_TOKEN_TTL[^\n]*"long"\n$/);
  expect(code).toBe(2);
});
