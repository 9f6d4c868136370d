/** `id-emulator proxy`: output, exit codes and invalid flags. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { idEmulator, outcomeOf, readyLine } from './id-emulator.js';

const NOWHERE = ['--upstream', 'http://127.0.0.1:9', '--token-upstream', 'http://127.0.0.1:9/oauth/token'];

test('a violation is printed once and counted at the end, and SIGINT ends with code 0', async () => {
  const emulator = await startEmulator();
  await using command = idEmulator([
    'proxy',
    '--upstream',
    emulator.url,
    '--token-upstream',
    emulator.tokenUrl,
    '--port',
    '0',
    '--log',
    'json',
  ]);
  const proxy = await readyLine(command);
  const token = await tokenOf({ ...emulator, tokenUrl: proxy.tokenUrl });
  for (const query of ['search=alice', 'limit=many', 'limit=more'])
    await fetch(`${proxy.apiUrl}/institutions/me/users?${query}`, { headers: { Authorization: `Bearer ${token}` } });
  const { code, stdout, stderr } = await command.end('SIGINT');
  await emulator.close();
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const ofLimit = {
    operation: 'getUsers',
    location: ['request', 'query', 'limit'],
    severity: 'Error',
    code: 'type',
    message: 'expected an integer from 1 to 100',
  };
  expect(lines).toEqual([
    {
      event: 'ready',
      url: proxy.url,
      apiUrl: proxy.apiUrl,
      tokenUrl: proxy.tokenUrl,
      upstream: emulator.url,
      tokenUpstream: emulator.tokenUrl,
    },
    { event: 'violation', exchange: 3, method: 'GET', status: 400, ...ofLimit },
    { event: 'violations', count: 2, first: 3, last: 4, ...ofLimit },
    expect.objectContaining({ event: 'evidence', source: 'proxy', client: [expect.objectContaining({ count: 2 })] }),
  ]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test.each([
  ['an upstream that cannot be reached', [...NOWHERE], /--upstream: 127\.0\.0\.1:9: .*refused/],
  ['no upstream', ['--token-upstream', 'http://127.0.0.1:9'], /--upstream/],
  [
    'an upstream that is not an address',
    ['--upstream', 'the service', '--token-upstream', 'http://127.0.0.1:9'],
    /--upstream.*"the service"/,
  ],
  ['a limit that is not a number', [...NOWHERE, '--max-body', 'much'], /--max-body.*"much"/],
  ['a file of authorities that does not exist', [...NOWHERE, '--ca', 'no.pem'], /ca.*no\.pem/],
] as const)('%s ends with one line and exit code 2', async (_, flags, reason) => {
  const { code, stdout, stderr } = await outcomeOf(['proxy', '--port', '0', ...flags]);
  expect(stderr).toMatch(/^id-emulator: [^\n]*\n$/);
  expect(stderr).toMatch(reason);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});
