/** Sandboxes do not see one another: a client's credentials, its tokens and its links name the one that is theirs. */

import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../cast.js';
import { tokenOf } from '../institution.js';
import { claimsOf, startSteered, type Steered, type TestSandbox } from './steered.js';

const NOW = '2026-01-31T09:00:00.000Z';
const BEN = cast('Ben').credentials[0]!.contractId;

let steered: Steered;
beforeAll(async () => {
  steered = await startSteered({ population: 0, now: NOW });
});
afterAll(() => steered.close());

async function two(options?: object): Promise<[TestSandbox, TestSandbox]> {
  return [await steered.open(options), await steered.open(options)];
}

const users = async ({ get }: TestSandbox, query = '') =>
  ((await get(`/institutions/me/users${query}`)).body as { totalCount: number }).totalCount;
const check = (token: string) => request(steered.emulator.apiUrl).get(`/verification/check/${token}`);
const linkOf = async ({ post }: TestSandbox) =>
  ((await post('/verification/generate-link', { contractId: BEN })).body as { token: string }).token;

test('a token names its sandbox', async () => {
  const [one, other] = await two();
  expect([claimsOf(one.token).sandbox, claimsOf(other.token).sandbox]).toEqual([one.id, other.id]);
});

test("one sandbox's secret does not open another", async () => {
  const [one, other] = await two();
  expect(await tokenOf({ ...one, clientSecret: other.clientSecret })).toBeUndefined();
});

test('a change of one world is not one of another', async () => {
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

test('the public check finds the sandbox by the link alone', async () => {
  const [one, other] = await two();
  const links = [await linkOf(one), await linkOf(other)];
  await one.done('post', `/world/credentials/${BEN}/revoke`);
  expect((await Promise.all(links.map(check))).map(({ body }) => (body as { status: string }).status)).toEqual([
    'revoked',
    'strong',
  ]);
});

test('the public check is written into the journal of the sandbox that the link is of', async () => {
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

test('clocks go each for itself', async () => {
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

test('a scenario counts the calls of each sandbox for itself', async () => {
  const [one, other] = await two({ scenario: 'rate-limit-burst;burst=1' });
  const statuses = [];
  for (const { get } of [one, one, other, other]) statuses.push((await get('/institutions/me/users')).status);
  expect(statuses).toEqual([429, 200, 429, 200]);
});

test('a throttle has a window for each sandbox', async () => {
  const [one, other] = await two({ scenario: 'rate-limit-steady;requests=1' });
  const statuses = [];
  for (const { get } of [one, one, other, other]) statuses.push((await get('/institutions/me/users')).status);
  expect(statuses).toEqual([200, 429, 200, 429]);
});

test('a journal has the exchanges of its sandbox alone, and counts them from one', async () => {
  const [one, other] = await two();
  await one.get('/institutions/me/users');
  const ids = await Promise.all(
    [one, other].map(async ({ done }) =>
      (await done<{ exchanges: { id: number }[] }>('get', '/journal')).exchanges.map(({ id }) => id),
    ),
  );
  expect(ids).toEqual([[1, 2], [1]]);
});

test('sandboxes with the same seed give the same parties, those with another do not', async () => {
  const list = async (seed: number) =>
    (await (await steered.open({ seed, population: 10 })).get('/institutions/me/users?limit=100')).text;
  const [one, same, other] = await Promise.all([list(5), list(5), list(6)]);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
