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

test('a throttle has one window for each sandbox', async () => {
  const [one, other] = await two({ scenario: 'rate-limit-steady;requests=1' });
  const statuses = [];
  for (const { get } of [one, one, other, other]) statuses.push((await get('/institutions/me/users')).status);
  expect(statuses).toEqual([200, 429, 200, 429]);
});
