/** `id-emulator proxy`: output and exit code. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { idEmulator, readyLine } from './id-emulator.js';

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
