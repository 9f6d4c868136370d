/** What happens next by the clock of a sandbox. */

import { expect, test } from 'vitest';
import type { Upcoming } from '../../../src/emulator/control/documents.js';
import { cast } from '../../cast.js';
import { startControlledEmulator, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator({ population: 0 }));

async function upcomingOf(sandbox: TestSandbox): Promise<Upcoming[]> {
  return (await sandbox.done<{ upcoming: Upcoming[] }>('get', '/clock/upcoming')).upcoming;
}

test('what happens next is listed in its order: a link, a token, a scenario, an event, a credential', async () => {
  const sandbox = await controlled.open({ now: '2026-01-31T09:00:00Z', linkTtl: 60, tokenTtl: 3_600 });
  const ben = cast('Ben');
  await sandbox.post('/verification/generate-link', { contractId: ben.credentials[0]!.contractId });
  await sandbox.done('post', '/scenarios', { scenario: 'latency', for: '2h' });
  await sandbox.done('post', `/world/credentials/${ben.credentials[0]!.contractId}/revoke`, { after: '3h' });
  const upcoming = await upcomingOf(sandbox);
  const firstOf = upcoming.filter(({ kind }, at) => upcoming.findIndex((other) => other.kind === kind) === at);
  expect(firstOf.map(({ at, kind, exchange }) => ({ at, kind, exchange }))).toMatchObject([
    { at: '2026-01-31T09:01:00.000Z', kind: 'link-expires', exchange: 2 },
    { at: '2026-01-31T10:00:00.000Z', kind: 'token-expires', exchange: 1 },
    { at: '2026-01-31T11:00:00.000Z', kind: 'scenario-ends' },
    { at: '2026-01-31T12:00:00.000Z', kind: 'event' },
    { kind: 'credential-expires' },
  ]);
  expect(upcoming.map(({ at }) => at)).toEqual(upcoming.map(({ at }) => at).toSorted());
});

test('the clock set to the time of the next thing makes it happen, and it is no longer listed', async () => {
  const sandbox = await controlled.open({ now: '2026-01-31T09:00:00Z', tokenTtl: 60 });
  const [next] = await upcomingOf(sandbox);
  expect(next).toMatchObject({ kind: 'token-expires' });
  await sandbox.done('put', '/clock', { time: next!.at });
  expect((await sandbox.get('/institutions/me/users')).status).toBe(401);
  expect((await upcomingOf(sandbox)).filter(({ kind }) => kind === 'token-expires')).toEqual([]);
});

test('the credentials of generated parties are listed as well', async () => {
  const sandbox = await controlled.open({ fixture: 'empty', population: 50 });
  const upcoming = await upcomingOf(sandbox);
  expect(upcoming.filter(({ kind }) => kind === 'credential-expires')).toHaveLength(5);
});
