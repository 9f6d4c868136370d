/** Sandboxes are isolated: credentials, tokens and links identify the sandbox of a client. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';
import { claimsOf, startControlledEmulator, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';
const BEN = cast('Ben').credentials[0]!.contractId;

const controlled = await untilEnd(startControlledEmulator({ population: 0, now: NOW }));

async function two(options?: object): Promise<[TestSandbox, TestSandbox]> {
  return [await controlled.open(options), await controlled.open(options)];
}

const users = async ({ get }: TestSandbox, query = '') =>
  ((await get(`/institutions/me/users${query}`)).body as { totalCount: number }).totalCount;
const check = (token: string) => request(controlled.emulator.apiUrl).get(`/verification/check/${token}`);
const linkOf = async ({ post }: TestSandbox) =>
  ((await post('/verification/generate-link', { contractId: BEN })).body as { token: string }).token;

test('a token identifies its sandbox', async () => {
  const [one, other] = await two();
  expect([claimsOf(one.token).sandbox, claimsOf(other.token).sandbox]).toEqual([one.id, other.id]);
});

test('the secret of one sandbox is not accepted for another', async () => {
  const [one, other] = await two();
  await expect(tokenOf({ ...one, clientSecret: other.clientSecret })).rejects.toThrow('invalid_client');
});

test('a change of one world does not affect another', async () => {
  const [one, other] = await two();
  const before = await users(other);
  await one.done('post', '/world/parties', {
    email: 'new@example.com',
    firstName: 'New',
    lastName: 'Comer',
    credentials: [{ provider: 'GITHUB', contractId: '00ff', issuedAt: '-P1D' }],
  });
  expect([await users(one), await users(other)]).toEqual([before + 1, before]);
});

test('the public check finds the sandbox by the link token', async () => {
  const [one, other] = await two();
  const links = [await linkOf(one), await linkOf(other)];
  await one.done('post', `/world/credentials/${BEN}/revoke`);
  expect((await Promise.all(links.map(check))).map(({ body }) => (body as { status: string }).status)).toEqual([
    'revoked',
    'strong',
  ]);
});

test("the public check is recorded in the journal of the link's sandbox", async () => {
  const [one, other] = await two();
  await check(await linkOf(one));
  const seen = await Promise.all(
    [one, other].map(
      async ({ done }) =>
        (await done<{ exchanges: object[] }>('get', '/journal?operation=checkVerificationStatus')).exchanges.length,
    ),
  );
  expect(seen).toEqual([1, 0]);
});

test('each sandbox has its own clock', async () => {
  const [one, other] = await two();
  await one.done('post', '/clock/advance', { by: 'P1D' });
  expect([await one.done('get', '/clock'), await other.done('get', '/clock')]).toMatchObject([
    { time: '2026-02-01T09:00:00.000Z' },
    { time: NOW },
  ]);
  expect([
    (await one.get('/institutions/me/users')).status,
    (await other.get('/institutions/me/users')).status,
  ]).toEqual([401, 200]);
});

test('a scenario counts the calls of each sandbox separately', async () => {
  const [one, other] = await two({ scenario: 'rate-limit-burst;burst=1' });
  const statuses = [];
  for (const { get } of [one, one, other, other]) statuses.push((await get('/institutions/me/users')).status);
  expect(statuses).toEqual([429, 200, 429, 200]);
});

test('a throttle has one window for each sandbox', async () => {
  const [one, other] = await two({ scenario: 'rate-limit-steady;requests=1' });
  const statuses = [];
  for (const { get } of [one, one, other, other]) statuses.push((await get('/institutions/me/users')).status);
  expect(statuses).toEqual([200, 429, 200, 429]);
});

test('a journal has only the exchanges of its sandbox, numbered from 1', async () => {
  const [one, other] = await two();
  await one.get('/institutions/me/users');
  const ids = await Promise.all(
    [one, other].map(async ({ done }) =>
      (await done<{ exchanges: { id: number }[] }>('get', '/journal')).exchanges.map(({ id }) => id),
    ),
  );
  expect(ids).toEqual([[1, 2], [1]]);
});

test('sandboxes with equal seeds have equal parties', async () => {
  const list = async (seed: number) =>
    (await (await controlled.open({ seed, population: 10 })).get('/institutions/me/users?limit=100')).text;
  const [one, same, other] = await Promise.all([list(5), list(5), list(6)]);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
