import { expect, test } from 'vitest';
import { startEmulator } from '../../../../src/index.js';
import { startInstitution } from '../../../institution.js';
import { responseTo, goodCalls, inTurn, statusesOf, type Turn } from '../good-calls.js';
import { untilEnd } from '../../../until-end.js';

const NOW = '2026-01-31T09:00:00Z';

const running = await untilEnd(startInstitution());
const still = await untilEnd(startInstitution({ now: NOW }));
const good = await goodCalls(running);
const goodWhileStill = await goodCalls(still);

const usersStatuses = (selection: string | undefined, calls: number): Promise<number[]> =>
  statusesOf(running, good.getUsers, selection, calls);

test.each<[string, ...Turn[]]>([
  [
    'rate-limit-burst: three calls get 429, then service is normal',
    ['getUsers', 'rate-limit-burst;activation=three', 429, 429, 429, 200, 200],
  ],
  [
    'rate-limit-burst: some calls pass first',
    ['getUsers', 'rate-limit-burst;after=2;burst=1;activation=later', 200, 200, 429, 200, 200],
  ],
  [
    'rate-limit-burst: calls of different operations count together',
    ['getUsers', 'rate-limit-burst;burst=2;activation=together', 429],
    ['getCredentials', 'rate-limit-burst;burst=2;activation=together', 429],
    ['getHumanScores', 'rate-limit-burst;burst=2;activation=together', 200],
  ],
  [
    'rate-limit-burst: calls without the scenario pass during the burst and do not count',
    ['getUsers', 'rate-limit-burst;burst=2;activation=middle', 429],
    ['getUsers', undefined, 200, 200],
    ['getUsers', 'rate-limit-burst;burst=2;activation=middle', 429, 200],
  ],
  [
    'rate-limit-without-retry-after: calls without the scenario pass',
    ['getUsers', 'rate-limit-without-retry-after;after=1;burst=1;activation=b', 200],
    ['getUsers', undefined, 200],
    ['getUsers', 'rate-limit-without-retry-after;after=1;burst=1;activation=b', 429, 200],
  ],
  [
    'rate-limit-steady: five requests pass, then all get 429 until the window ends',
    ['getUsers', 'rate-limit-steady;per="1h"', 200, 200, 200, 200, 200, 429, 429, 429, 429, 429, 429, 429],
    ['getUsers', undefined, 200],
  ],
  [
    'token-endpoint-throttled: other calls and token requests without the scenario pass',
    ['getUsers', 'token-endpoint-throttled', 200],
    ['issueToken', undefined, 200],
  ],
  [
    'token-endpoint-throttled: some token requests pass first',
    ['issueToken', 'token-endpoint-throttled;after=1;burst=1', 200, 429, 200],
  ],
])('%s', async (_, ...turns) => {
  expect(await inTurn(running, good, turns)).toEqual(turns);
});

test('rate-limit-burst: Retry-After has the given value', async () => {
  const response = await responseTo(running, good.getUsers, 'rate-limit-burst;retry-after=7');
  expect(response.headers.get('retry-after')).toBe('7');
  expect(response.json).toEqual({ error: 'rate_limited', message: 'Rate limit exceeded.' });
});

test('rate-limit-without-retry-after: three calls get 429 without Retry-After', async () => {
  const answers = [];
  for (let call = 0; call < 4; call++)
    answers.push(await responseTo(running, good.getUsers, 'rate-limit-without-retry-after'));
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 200]);
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, null, null, null]);
  expect(answers[0]!.json).toEqual({ error: 'rate_limited', message: 'Rate limit exceeded.' });
});

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

test.each([
  ['seconds', '10'],
  ['absent', null],
  ['wrong', 'in a moment'],
  ['date', 'Sat, 31 Jan 2026 09:00:10 GMT'],
  ['past', 'Sat, 31 Jan 2026 08:00:00 GMT'],
  ['fraction', '10.000'],
  ['negative', '-1'],
  // Two lines, which fetch joins.
  ['twice', '10, 12'],
  ['endless', '99999999999999999999'],
])('rate-limit-steady: Retry-After can be %s', async (form, expected) => {
  const response = await responseTo(still, goodWhileStill.getUsers, `rate-limit-steady;requests=0;retry-after=${form}`);
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe(expected);
});

test('rate-limit-steady: the parameter adds the header RateLimit, which counts down', async () => {
  const selection = 'rate-limit-steady;requests=2;fields=?1;per="1h"';
  const fields = [];
  for (let call = 0; call < 3; call++) {
    const { headers } = await responseTo(still, goodWhileStill.getUsers, selection);
    fields.push([headers.get('ratelimit-policy'), headers.get('ratelimit')]);
  }
  expect(fields).toEqual([
    ['"default";q=2;w=3600', expect.stringMatching(/^"default";r=1;t=3[56]\d\d$/)],
    ['"default";q=2;w=3600', expect.stringMatching(/^"default";r=0;t=3[56]\d\d$/)],
    ['"default";q=2;w=3600', expect.stringMatching(/^"default";r=0;t=3[56]\d\d$/)],
  ]);
});

test('rate-limit-steady: the header RateLimit is not sent by default', async () => {
  const { headers } = await responseTo(still, goodWhileStill.getUsers, 'rate-limit-steady;requests=3');
  expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([null, null]);
});

test('rate-limit-steady: each client has its own window', async () => {
  const limited = await startInstitution({ now: NOW, scenario: 'rate-limit-steady;requests=1' });
  const other = await responseTo(limited, {
    ...goodWhileStill.issueToken,
    body: goodWhileStill.issueToken.body!.replace(
      'demo-institution',
      'demo-institution%2Btoken-endpoint-throttled%3Bafter%3D9',
    ),
  });
  const { access_token: otherToken } = other.json as { access_token: string };
  const statuses = [];
  for (const token of [limited.token, otherToken, limited.token, otherToken]) {
    statuses.push(
      (await responseTo(limited, { ...goodWhileStill.getUsers, headers: { Authorization: `Bearer ${token}` } })).status,
    );
  }
  await limited.close();
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test('rate-limit-with-date: Retry-After is the HTTP date at which the window ends', async () => {
  const answers = [];
  for (let call = 0; call < 7; call++)
    answers.push(await responseTo(still, goodWhileStill.getUsers, 'rate-limit-with-date'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(answers.at(-1)!.headers.get('retry-after')).toBe('Sat, 31 Jan 2026 09:00:10 GMT');
  expect(answers.at(-1)!.headers.get('date')).toBe('Sat, 31 Jan 2026 09:00:00 GMT');
  expect((await responseTo(still, goodWhileStill.getUsers)).status).toBe(200);
});

test('rate-limit-with-date: a client that waits until then succeeds', async () => {
  const selection = 'rate-limit-with-date;requests=1;per="300ms"';
  await expect.poll(() => usersStatuses(selection, 1), { interval: 1 }).toEqual([429]);
  await expect.poll(() => usersStatuses(selection, 1), { interval: 50 }).toEqual([200]);
});

test('token-endpoint-throttled: token requests get an OAuth error, then service is normal', async () => {
  const selection = 'token-endpoint-throttled;retry-after=2';
  const response = await responseTo(running, good.issueToken, selection);
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(response.json).toEqual({ error: 'temporarily_unavailable', error_description: 'Rate limit exceeded.' });
  expect(await statusesOf(running, good.issueToken, selection, 3)).toEqual([429, 429, 200]);
});

test.each(['seconds', 'date', 'absent', 'wrong', 'past', 'fraction', 'negative', 'twice', 'endless'])(
  'rate-limit-steady: Retry-After can be %s in each variant of it',
  async (form) => {
    for (const variant of ['date', 'absent']) {
      const selection = `variant;retry-after=${variant}, rate-limit-steady;requests=0;retry-after=${form}`;
      expect((await responseTo(still, goodWhileStill.getUsers, selection)).status).toBe(429);
    }
  },
);
