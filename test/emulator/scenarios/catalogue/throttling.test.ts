import { expect, test } from 'vitest';
import { startEmulator } from '../../../../src/index.js';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';
import { goodCalls, statusesOf } from '../good-calls.js';

const NOW = '2026-01-31T09:00:00Z';

const running = await untilEnd(startInstitution());
const good = await goodCalls(running);
const open = sandboxesOf(running.emulator);

testExchanges(new URL('throttling.yaml', import.meta.url), (options) => open({ now: NOW, ...options }));

const usersStatuses = (selection: string, calls: number): Promise<number[]> =>
  statusesOf(running, good.getUsers, selection, calls);

test('rate-limit-steady: requests pass again after the window ends', async () => {
  const selection = 'rate-limit-steady;requests=1;per="400ms"';
  await expect.poll(() => usersStatuses(selection, 1), { interval: 1 }).toEqual([429]);
  await expect.poll(() => usersStatuses(selection, 1), { interval: 50 }).toEqual([200]);
});

test('rate-limit-steady: windows go on in real time while the clock is frozen, and the clock does not move', async () => {
  await using emulator = await startEmulator({ now: NOW, scenario: 'rate-limit-steady;requests=1;per="400ms"' });
  const { defaultSandbox, apiUrl } = emulator;
  const headers = { Authorization: `Bearer ${defaultSandbox.accessToken().accessToken}` };
  const statusOf = async () => (await fetch(`${apiUrl}/institutions/me/users`, { headers })).status;
  await expect.poll(statusOf, { interval: 10 }).toBe(429);
  await expect.poll(statusOf, { interval: 50 }).toBe(200);
  expect(defaultSandbox.clock.reading()).toEqual({ time: '2026-01-31T09:00:00.000Z', frozen: true });
});

test('rate-limit-steady: a client that comes back early while the clock is frozen breaks the rule', async () => {
  await using emulator = await startEmulator({ now: NOW, scenario: 'rate-limit-steady;requests=0;per="1h"' });
  const { defaultSandbox, apiUrl } = emulator;
  const headers = { Authorization: `Bearer ${defaultSandbox.accessToken().accessToken}` };
  for (let call = 0; call < 3; call++) await (await fetch(`${apiUrl}/institutions/me/users`, { headers })).text();
  const broken = defaultSandbox
    .behaviour()
    .verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'suspected');
  expect(broken.map(({ rule }) => rule)).toContain('wait-as-told');
});
