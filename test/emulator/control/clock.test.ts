/** The clock of a sandbox, and everything that follows it. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';
import { claimsOf, problem, startControlledEmulator, problemIn, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';
const BEN = cast('Ben');
const CONTRACT = BEN.credentials[0]!.contractId;

const controlled = await untilEnd(startControlledEmulator({ population: 0, now: NOW }));

const advance = ({ done }: TestSandbox, by: string) =>
  done<{ time: string; frozen: boolean }>('post', '/clock/advance', { by });
const statusOf = async ({ get }: TestSandbox, path = '/institutions/me/users') => (await get(path)).status;
const check = async (token: string) => request(controlled.emulator.apiUrl).get(`/verification/check/${token}`);
const linkOf = async ({ post }: TestSandbox, contractId = CONTRACT) =>
  ((await post('/verification/generate-link', { contractId })).body as { token: string }).token;
const requestsOf = async ({ done }: TestSandbox, { partyId } = BEN) =>
  (await done<{ requests: { provider: string; status: string }[] }>('get', `/world/parties/${partyId}`)).requests;

test.each([
  ['PT2H', '2026-01-31T11:00:00.000Z'],
  ['2h', '2026-01-31T11:00:00.000Z'],
  ['-PT2H', '2026-01-31T07:00:00.000Z'],
  ['-2h', '2026-01-31T07:00:00.000Z'],
  ['+90s', '2026-01-31T09:01:30.000Z'],
  ['P1W', '2026-02-07T09:00:00.000Z'],
  ['P1DT12H30M1.5S', '2026-02-01T21:30:01.500Z'],
  ['250ms', '2026-01-31T09:00:00.250Z'],
  ['1.5h', '2026-01-31T10:30:00.000Z'],
  ['0s', NOW],
])('a clock that is advanced by %s shows %s', async (by, time) => {
  const sandbox = await controlled.open();
  expect(await advance(sandbox, by)).toEqual({ time, frozen: true });
  expect(await sandbox.done('get', '/clock')).toEqual({ time, frozen: true });
});

test.each([
  ['an invalid duration', { by: 'soon' }, '/by'],
  ['a number', { by: 5 }, '/by'],
  ['months, which have no length', { by: 'P1M' }, '/by'],
  ['an empty duration', { by: 'P' }, '/by'],
  ['the year 9000', { by: 'P400000W' }, '/by'],
  ['a time before 1970', { by: '-P4000W' }, '/by'],
  ['more than any clock', { by: 'P99999999999999999999W' }, '/by'],
  ['an unknown member', { by: '1s', to: NOW }, '/to'],
])('advancing the clock by %s is refused', async (_, body, pointer) => {
  const { control, done } = await controlled.open();
  expect(problemIn(await control('post', '/clock/advance', body))).toMatchObject(problem(422, { pointer }));
  expect(await done('get', '/clock')).toEqual({ time: NOW, frozen: true });
});

test('advancing the clock without a duration is refused', async () => {
  const { control } = await controlled.open();
  expect(problemIn(await control('post', '/clock/advance'))).toMatchObject(problem(422, { pointer: '' }));
});

test('a clock can be set, stopped and restarted', async () => {
  const { done } = await controlled.open();
  expect(await done('put', '/clock', { time: '2026-06-01T02:00:00+02:00' })).toEqual({
    time: '2026-06-01T00:00:00.000Z',
    frozen: true,
  });
  expect(await done('put', '/clock', { frozen: false })).toMatchObject({
    time: expect.stringMatching(/^2026-06-01T00:0/) as string,
    frozen: false,
  });
  expect(await done('post', '/clock/freeze')).toMatchObject({
    time: expect.stringMatching(/^2026-06-01T00:0/) as string,
    frozen: true,
  });
  expect(await done('post', '/clock/freeze', { time: NOW })).toEqual({ time: NOW, frozen: true });
  expect(await done('get', '/clock')).toEqual({ time: NOW, frozen: true });
  expect(await done('post', '/clock/thaw')).toMatchObject({
    time: expect.stringMatching(/^2026-01-31T09:00:/) as string,
    frozen: false,
  });
});

test('a running clock keeps running after it is set', async () => {
  const { done } = await controlled.open({ time: NOW });
  expect(await done('put', '/clock', { time: '2027-01-01T00:00:00Z' })).toMatchObject({
    time: expect.stringMatching(/^2027-01-01T00:00:/) as string,
    frozen: false,
  });
});

test.each([
  ['put', '/clock', { time: 'noon' }, '/time'],
  ['put', '/clock', { time: '2026-01-31' }, '/time'],
  ['put', '/clock', { time: '2026-02-30T00:00:00Z' }, '/time'],
  ['put', '/clock', { time: '1969-12-31T23:59:59Z' }, '/time'],
  ['put', '/clock', { time: '9999-01-01T00:00:00Z' }, '/time'],
  ['put', '/clock', { frozen: 'yes' }, '/frozen'],
  ['put', '/clock', {}, ''],
  ['put', '/clock', { now: NOW }, '/now'],
  ['post', '/clock/freeze', { time: 5 }, '/time'],
] as const)('%s %s refuses %j', async (method, path, body, pointer) => {
  const { control, done } = await controlled.open();
  expect(problemIn(await control(method, path, body))).toMatchObject(problem(422, { pointer }));
  expect(await done('get', '/clock')).toEqual({ time: NOW, frozen: true });
});

test('the Date header has the time of the sandbox clock', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('put', '/clock', { time: '2026-01-31T09:30:00Z' });
  expect((await sandbox.get('/institutions/me/users')).headers['date']).toBe('Sat, 31 Jan 2026 09:30:00 GMT');
});

test('the expiry of an access token depends on the sandbox clock', async () => {
  const sandbox = await controlled.open({ tokenTtl: 100 });
  await advance(sandbox, '2h');
  expect(claimsOf(await tokenOf(sandbox))).toMatchObject({
    iat: Date.parse(NOW) / 1_000 + 7_200,
    exp: Date.parse(NOW) / 1_000 + 7_300,
  });
});

test('a token expires with the clock, and is valid again when the clock moves back', async () => {
  const sandbox = await controlled.open({ tokenTtl: 60 });
  const seen = [await statusOf(sandbox)];
  for (const by of ['59999ms', '1ms', '1d', '-1d', '-1ms']) {
    await advance(sandbox, by);
    seen.push(await statusOf(sandbox));
  }
  expect(seen).toEqual([200, 200, 401, 401, 401, 200]);
});

test('a link expires with the clock, and is valid again when the clock moves back', async () => {
  const sandbox = await controlled.open({ linkTtl: 60 });
  const token = await linkOf(sandbox);
  const seen = [];
  for (const by of ['59999ms', '1ms', '-1ms']) {
    await advance(sandbox, by);
    seen.push((await check(token)).status);
  }
  expect(seen).toEqual([200, 404, 200]);
});

test('the freshness of credentials follows the clock in the list, by party and in the public check', async () => {
  const sandbox = await controlled.open({ tokenTtl: 31_536_000, linkTtl: 31_536_000 });
  const token = await linkOf(sandbox);
  const seen = [];
  // It is five days old: up to one millisecond before 30 and before 90 days, and over.
  for (const by of ['0s', '2159999999ms', '1ms', '5183999999ms', '1ms', '-P85D']) {
    await advance(sandbox, by);
    const { items } = (await sandbox.get('/institutions/me/credentials?limit=100')).body as {
      items: { contractId: string; freshness: string }[];
    };
    const [held] = (await sandbox.get(`/institutions/me/credentials/${BEN.partyId}`)).body as { freshness: string }[];
    seen.push([
      items.find(({ contractId }) => contractId === CONTRACT)?.freshness,
      held?.freshness,
      ((await check(token)).body as { status: string }).status,
    ]);
  }
  const [fresh, moderate, stale] = [
    ['FRESH', 'FRESH', 'strong'],
    ['MODERATE', 'MODERATE', 'moderate'],
    ['STALE', 'STALE', 'weak'],
  ];
  expect(seen).toEqual([fresh, fresh, moderate, moderate, stale, fresh]);
});

test('an expired credential is shown as expired everywhere', async () => {
  const sandbox = await controlled.open({ tokenTtl: 31_536_000, linkTtl: 31_536_000 });
  const token = await linkOf(sandbox);
  const seen = [];
  for (const by of ['P359D', 'P2D', '-P2D']) {
    await advance(sandbox, by);
    const { credentials } = await sandbox.done<{ credentials: { expired: boolean }[] }>(
      'get',
      `/world/parties/${BEN.partyId}`,
    );
    const { items } = (await sandbox.get('/institutions/me/users?search=ben.brook')).body as {
      items: { kycStatus: string }[];
    };
    seen.push([credentials[0]!.expired, items[0]!.kycStatus, ((await check(token)).body as { status: string }).status]);
  }
  expect(seen).toEqual([
    [false, 'APPROVED', 'weak'],
    [true, 'EXPIRED', 'expired'],
    [false, 'APPROVED', 'weak'],
  ]);
});

test('the list of users with expired credentials follows the clock', async () => {
  const sandbox = await controlled.open({ tokenTtl: 31_536_000 });
  const expired = async () =>
    ((await sandbox.get('/institutions/me/users?kycStatus=EXPIRED')).body as { totalCount: number }).totalCount;
  const before = await expired();
  await advance(sandbox, 'P364D');
  expect(await expired()).toBeGreaterThan(before);
  await advance(sandbox, '-P364D');
  expect(await expired()).toBe(before);
});

test('the human score changes with the age of the accounts', async () => {
  const sandbox = await controlled.open({ tokenTtl: 31_536_000 });
  const score = async () =>
    (await sandbox.get(`/institutions/me/human-scores/${BEN.partyId}`)).body as { totalScore: number };
  const young = await score();
  await advance(sandbox, 'P200D');
  const old = await score();
  await advance(sandbox, '-P200D');
  expect(JSON.stringify(old)).not.toBe(JSON.stringify(young));
  expect(await score()).toEqual(young);
});

test('the window of a throttle ends by the sandbox clock', async () => {
  const sandbox = await controlled.open({ scenario: 'rate-limit-steady;requests=1;per="30m"' });
  const seen = [await statusOf(sandbox), await statusOf(sandbox)];
  for (const by of ['29m', '1m', '0s', '-30m']) {
    await advance(sandbox, by);
    seen.push(await statusOf(sandbox));
  }
  expect(seen).toEqual([200, 429, 429, 200, 429, 200]);
});

test('a delayed decision takes effect in the users list when the clock reaches it', async () => {
  const sandbox = await controlled.open();
  await sandbox.post('/institutions/me/credentials/request', { partyId: BEN.partyId, providers: ['REDDIT'] });
  await sandbox.done('post', `/world/parties/${BEN.partyId}/credentials`, { provider: 'REDDIT', disclose: false });
  const decision = await sandbox.done('post', `/world/parties/${BEN.partyId}/decisions`, {
    status: 'APPROVED',
    provider: 'REDDIT',
    after: '10m',
  });
  expect(decision).toMatchObject({
    decided: [{ provider: 'REDDIT', status: 'APPROVED' }],
    at: '2026-01-31T09:10:00.000Z',
  });
  const pending = async () =>
    ((await sandbox.get('/institutions/me/users?reqStatus=PENDING&search=ben.brook')).body as { totalCount: number })
      .totalCount;
  const seen = [await pending()];
  for (const by of ['599999ms', '1ms']) {
    await advance(sandbox, by);
    seen.push(await pending());
  }
  expect(seen).toEqual([1, 1, 0]);
});

test('a delayed decision takes effect in the world without a request of the institution', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('post', `/world/parties/${BEN.partyId}/requests`, { provider: 'REDDIT' });
  await sandbox.done('post', `/world/parties/${BEN.partyId}/decisions`, { status: 'REJECTED', after: 'PT10M' });
  const statuses = async () => (await requestsOf(sandbox)).map(({ provider, status }) => `${provider} ${status}`);
  expect(await statuses()).toEqual(['GITHUB APPROVED', 'REDDIT PENDING']);
  await advance(sandbox, '10m');
  expect(await statuses()).toEqual(['GITHUB APPROVED', 'REDDIT REJECTED']);
  expect(await sandbox.done('get', '/world/events')).toMatchObject({ scheduled: [] });
});

test('events stay when the clock moves back', async () => {
  const sandbox = await controlled.open();
  await sandbox.done('post', `/world/credentials/${CONTRACT}/revoke`, { after: '10m' });
  await advance(sandbox, '10m');
  expect(
    (await sandbox.done<{ credential: object }>('get', `/world/credentials/${CONTRACT}`)).credential,
  ).toMatchObject({ state: 'revoked' });
  await advance(sandbox, '-10m');
  expect(
    (await sandbox.done<{ credential: object }>('get', `/world/credentials/${CONTRACT}`)).credential,
  ).toMatchObject({ state: 'revoked' });
});

test('delays by faults are in real time, also with a stopped clock', async () => {
  const sandbox = await controlled.open({ scenario: 'latency;from="20ms";to="25ms"' });
  expect(await statusOf(sandbox)).toBe(200);
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
  const response = statusOf(sandbox);
  await advance(sandbox, '1m');
  expect(await response).toBe(200);
  const { exchanges } = await sandbox.done<{ exchanges: { duration: number }[] }>('get', '/journal?scenario=latency');
  expect(exchanges[0]!.duration).toBeGreaterThanOrEqual(49);
});
