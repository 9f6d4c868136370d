/** The clock of a sandbox, and everything that follows it. */

import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';
import { claimsOf, startControlledEmulator } from './controlled-emulator.js';

const NOW = '2026-01-31T09:00:00.000Z';

const controlled = await untilEnd(startControlledEmulator({ population: 0, now: NOW }));

testExchanges(new URL('clock.yaml', import.meta.url), sandboxesOf(controlled.emulator), {
  less: (_, one, other) => Number(one) < Number(other),
  times: (_, token = '') => [claimsOf(token).iat, claimsOf(token).exp].map((at) => new Date(at * 1_000).toISOString()),
});

test('delays by faults are in real time, also with a stopped clock', async () => {
  const sandbox = await controlled.open({ scenario: 'latency;from="20ms";to="25ms"' });
  expect((await sandbox.get('/institutions/me/users')).status).toBe(200);
  const { exchanges } = await sandbox.done<{ exchanges: { at: string; operation: string; duration: number }[] }>(
    'get',
    '/journal?operation=getUsers',
  );
  expect(exchanges).toMatchObject([{ at: NOW }]);
  expect(exchanges[0]!.duration).toBeGreaterThanOrEqual(19);
});

test('moving the clock does not shorten the delay of a response', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('post', '/scenarios', { select: 'latency;from="50ms";to="60ms"' });
  const response = sandbox.get('/institutions/me/users').then(({ status }) => status);
  await sandbox.done('post', '/clock/advance', { by: '1m' });
  expect(await response).toBe(200);
  const { exchanges } = await sandbox.done<{ exchanges: { duration: number }[] }>('get', '/journal?scenario=latency');
  expect(exchanges[0]!.duration).toBeGreaterThanOrEqual(49);
});
