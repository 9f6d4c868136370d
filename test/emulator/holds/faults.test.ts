/** The scenario `hold`: responses wait for other calls, without a test that releases them. */

import { expect, test } from 'vitest';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 5 }));

const USERS = '/institutions/me/users';

/** Sends calls one after the other, each when the one before is in the journal, and returns them in the order of their ends. */
async function endsOf(scenario: string, paths: readonly string[]): Promise<string[]> {
  const sandbox = institution.emulator.sandbox();
  const { accessToken } = sandbox.accessToken();
  const ends: string[] = [];
  const calls: Promise<void>[] = [];
  for (const path of paths) {
    const recorded = new Promise((resolve) => {
      const stop = sandbox.journal.follow((exchange) => {
        stop();
        resolve(exchange);
      });
    });
    const headers = { Authorization: `Bearer ${accessToken}`, 'Emulator-Scenario': path === paths[0] ? scenario : '' };
    calls.push(
      fetch(sandbox.apiUrl + path, { headers }).then(() => {
        ends.push(path);
      }),
    );
    await recorded;
  }
  await Promise.all(calls);
  expect(sandbox.requests()[0]).toMatchObject({ held: true, scenarios: [{ scenario: 'hold', fault: 'hold' }] });
  return [...ends, sandbox.requests()[0]!.release!.reason];
}

test('a response that waits for an answered call is overtaken by it', async () => {
  expect(await endsOf('hold;limit="1m"', [USERS, `${USERS}?limit=1`])).toEqual([
    `${USERS}?limit=1`,
    USERS,
    'condition',
  ]);
});

test('a response that waits for several calls is overtaken by as many', async () => {
  const others = [`${USERS}?limit=1`, `${USERS}?limit=2`];
  const ends = await endsOf('hold;count=2;limit="1m"', [USERS, ...others]);
  expect(ends.slice(2)).toEqual([USERS, 'condition']);
});

test('a response waits for calls of another operation', async () => {
  const other = '/institutions/me/credentials';
  const ends = await endsOf('hold;of=getCredentials;limit="1m"', [USERS, `${USERS}?limit=1`, other]);
  expect(ends.slice(1)).toEqual([other, USERS, 'condition']);
});

test('a response that waits for the arrival of its like goes on when the same URL comes', async () => {
  expect(await endsOf('hold;until=arrived;same;limit="1m"', [USERS, USERS])).toContain('condition');
  expect(await endsOf('hold;until=arrived;same;limit="50ms"', [USERS, `${USERS}?limit=1`])).toContain('limit');
});

test('a response whose calls never come goes on at its limit', async () => {
  expect(await endsOf('hold;limit="50ms"', [USERS])).toEqual([USERS, 'limit']);
  expect(await endsOf('hold;until=limit;limit="50ms"', [USERS, `${USERS}?limit=1`])).toContain('limit');
});

test('only the calls of the operation that the scenario names are held', async () => {
  const sandbox = institution.emulator.sandbox();
  const { accessToken } = sandbox.accessToken();
  const headers = { Authorization: `Bearer ${accessToken}` };
  sandbox.use('hold', { operation: 'getCredentials', until: 'limit', limit: '30ms' });
  await fetch(sandbox.apiUrl + USERS, { headers });
  await fetch(`${sandbox.apiUrl}/institutions/me/credentials`, { headers });
  expect(sandbox.requests().map(({ held = false }) => held)).toEqual([false, true]);
});

test('a selection that waits for an unknown operation is refused', () => {
  expect(() => institution.emulator.sandbox().use('hold', { of: 'getUzers' as 'getUsers' })).toThrow(
    'takes one of issueToken, getUsers',
  );
});
