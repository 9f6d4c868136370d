/** Sandboxes over HTTP: opened, looked at, reset, removed. */

import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenOf } from '../institution.js';
import { problem, startSteered, told, type Steered } from './steered.js';

const NOW = '2026-01-31T09:00:00.000Z';

let steered: Steered;
beforeAll(async () => {
  steered = await startSteered({ population: 20 });
});
afterAll(() => steered.close());

const open = (options?: object) => steered.control('post', '/sandboxes', options);

test('a sandbox of which nothing is said is as the emulator was started, with credentials of its own', async () => {
  const answer = await open();
  const { url, apiUrl, tokenUrl } = steered.emulator;
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^[\w-]+$/) as string,
    clientId: expect.any(String) as string,
    clientSecret: expect.any(String) as string,
    url,
    apiUrl,
    tokenUrl,
    seed: 1,
    population: 20,
    fixture: 'default',
    tokenTtl: 3_600,
    linkTtl: 900,
    strict: false,
    revision: 'specification',
    variants: {},
    clock: { time: expect.any(String) as string, frozen: false },
    exchanges: 0,
  });
});

test('every option of a sandbox is followed', async () => {
  const options = {
    name: 'checkout retries',
    fixture: 'empty',
    seed: 7,
    population: 3,
    tokenTtl: 60,
    linkTtl: 30,
    strict: true,
    clientId: 'my-shop',
    clientSecret: 'hush hush',
  };
  const answer = await open({ ...options, now: NOW, scenario: 'rate-limit-burst;burst=2' });
  expect(answer.body).toMatchObject({ ...options, clock: { time: NOW, frozen: true } });
  const { id } = answer.body as { id: string };
  expect((await steered.control('get', `/sandboxes/${id}/scenarios`)).body).toMatchObject({
    active: [{ scenario: 'rate-limit-burst', parameters: { burst: 2 } }],
  });
});

test('a clock that is given a time to start with runs', async () => {
  const answer = await open({ time: NOW });
  expect(answer.body).toMatchObject({
    clock: { time: expect.stringMatching(/^2026-01-31T09:00:/) as string, frozen: false },
  });
});

test('the fixture of a sandbox may be given with it', async () => {
  const fixture = {
    parties: [
      {
        partyId: 'ada',
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Abbott',
        credentials: [{ provider: 'GITHUB', contractId: '00aa', issuedAt: '-P3D' }],
      },
    ],
  };
  const sandbox = await steered.open({ fixture, population: 0 });
  expect((await sandbox.get('/institutions/me/users')).body).toMatchObject({
    totalCount: 1,
    items: [{ fullName: 'Ada Abbott' }],
  });
  expect((await sandbox.get('/institutions/me/credentials')).body).toMatchObject({ items: [{ contractId: '00aa' }] });
});

test('access tokens live as long as the sandbox says', async () => {
  const { tokenUrl, clientId, clientSecret } = await steered.open({ tokenTtl: 60 });
  const answer = await request(tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  expect(answer.body).toMatchObject({ expires_in: 60 });
});

test('a strict sandbox refuses what the contract does not know, its neighbour passes over it', async () => {
  const [strict, lenient] = await Promise.all([steered.open({ strict: true }), steered.open()]);
  const statuses = await Promise.all(
    [strict, lenient].map(async ({ get }) => (await get('/institutions/me/users?page=2')).status),
  );
  expect(statuses).toEqual([400, 200]);
});

test('the path of a new sandbox is told, and leads to it', async () => {
  const answer = await open({ name: 'somewhere' });
  const path = new URL(answer.headers['location']!, steered.emulator.url).pathname;
  expect((await request(steered.emulator.url).get(path)).body).toMatchObject({
    name: 'somewhere',
    id: (answer.body as { id: string }).id,
  });
});

test('all sandboxes are listed, the default one first, then by age', async () => {
  const own = await startSteered();
  const opened = [await own.open(), await own.open(), await own.open()].map(({ id }) => id);
  await own.control('post', `/sandboxes/${opened[0]!}/reset`);
  const { sandboxes } = (await own.control('get', '/sandboxes')).body as { sandboxes: { id: string }[] };
  expect(sandboxes.map(({ id }) => id)).toEqual(['default', ...opened]);
  await own.close();
});

test('a sandbox tells how many exchanges it has had', async () => {
  const { get, control } = await steered.open();
  await get('/institutions/me/users');
  expect((await control('get', '')).body).toMatchObject({ exchanges: 2 });
});

test('a sandbox that has been removed is not there any more, nor are its tokens and links', async () => {
  const { control, get, post, token, tokenUrl, clientId, clientSecret } = await steered.open();
  const { contractId } = ((await get('/institutions/me/credentials')).body as { items: { contractId: string }[] })
    .items[0]!;
  const link = (await post('/verification/generate-link', { contractId })).body as { token: string };
  expect((await control('delete', '')).status).toBe(204);
  expect(told(await control('get', ''))).toMatchObject(problem(404));
  expect(told(await control('delete', ''))).toMatchObject(problem(404));
  expect((await get('/institutions/me/users')).status).toBe(401);
  expect((await request(steered.emulator.apiUrl).get(`/verification/check/${link.token}`)).status).toBe(404);
  const again = await request(tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  expect(again.status).toBe(401);
  expect(token).not.toBe('');
});

test('the client ID of a sandbox that has been removed can be used again, and tokens of the first are not good', async () => {
  const credentials = { clientId: 'again-and-again', clientSecret: 's' };
  const first = await steered.open(credentials);
  await first.control('delete', '');
  const second = await steered.open(credentials);
  expect((await first.get('/institutions/me/users')).status).toBe(401);
  expect((await second.get('/institutions/me/users')).status).toBe(200);
});

test('the default sandbox cannot be removed', async () => {
  expect(told(await steered.control('delete', '/sandboxes/default'))).toMatchObject(problem(409));
  expect((await steered.control('get', '/sandboxes/default')).status).toBe(200);
});

test.each(['demo-institution', 'taken-twice'])(
  'the client ID %s, which belongs to a sandbox, is not given to another',
  async (clientId) => {
    await open({ clientId: 'taken-twice' });
    const before = (await steered.control('get', '/sandboxes')).body as { sandboxes: object[] };
    const answer = await open({ clientId });
    expect(told(answer)).toMatchObject(problem(409, { detail: expect.stringContaining(clientId) as string }));
    expect(before.sandboxes.length).toBeGreaterThan(0);
  },
);

test.each([
  ['an unknown scenario', { scenario: 'flakey' }, '/scenario', /did you mean "flaky"/],
  ['an unknown fixture', { fixture: 'nonsense' }, '/fixture', /./],
  ["the emulator's own files", { fixture: './fixtures/default.yaml' }, '/fixture', /./],
  ['a fixture without parties', { fixture: {} }, '/fixture', /parties/],
  [
    'a fixture with an ID that stands twice',
    {
      fixture: {
        parties: ['ada', 'ada'].map((partyId) => ({
          partyId,
          email: `${partyId}@x.example`,
          firstName: 'A',
          lastName: 'B',
        })),
      },
    },
    '/fixture',
    /ada/,
  ],
  ['a negative seed', { seed: -1 }, '/seed', /./],
  ['a population that is text', { population: '5' }, '/population', /./],
  ['a time that is none', { now: 'yesterday' }, '/now', /./],
  ['a day that no month has', { time: '2026-02-30T00:00:00Z' }, '/time', /./],
  ['two clocks', { now: NOW, time: NOW }, '/time', /./],
  ['no lifetime', { tokenTtl: 0 }, '/tokenTtl', /./],
  ['a client ID with a plus sign', { clientId: 'a+b' }, '/clientId', /./],
  ['an unknown member', { sede: 1 }, '/sede', /./],
])('%s is a problem, and no sandbox is opened', async (_, options, pointer, detail) => {
  const own = await startSteered({ population: 0 });
  const answer = await own.control('post', '/sandboxes', options);
  expect(told(answer)).toMatchObject(problem(422, { pointer, detail: expect.stringMatching(detail) as string }));
  expect((await own.control('get', '/sandboxes')).body).toMatchObject({ sandboxes: [{ id: 'default' }] });
  await own.close();
});

test('a sandbox that is reset is as it was made: world, clock, scenarios, counters and journal', async () => {
  const { control, get, post, done } = await steered.open({
    name: 'again',
    now: NOW,
    scenario: 'rate-limit-burst;burst=1',
  });
  await get('/institutions/me/users');
  await post('/institutions/me/credentials/request', {
    partyId: (await done<{ items: { partyId: string }[] }>('get', '/world/parties')).items[0]!.partyId,
    providers: ['REDDIT'],
  });
  await done('post', '/clock/advance', { by: '5m' });
  await done('put', '/scenarios', { select: 'latency;from="0ms";to="1ms"' });
  const answer = await control('post', '/reset');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ name: 'again', clock: { time: NOW, frozen: true }, exchanges: 0 });
  expect(await done('get', '/scenarios')).toEqual({
    active: [{ id: '1', scenario: 'rate-limit-burst', parameters: { after: 0, burst: 1, 'retry-after': 1 }, calls: 0 }],
  });
  expect(await done('get', '/world/events')).toEqual({ events: [], scheduled: [] });
  expect(await done('get', '/journal')).toEqual({ exchanges: [] });
});

test('a sandbox that is reset gives the same answers again, byte for byte', async () => {
  const { control, ...institution } = await steered.open({ now: NOW });
  const story = async () => {
    const token = await tokenOf(institution);
    const users = await request(institution.apiUrl).get('/institutions/me/users').auth(token, { type: 'bearer' });
    const { items } = users.body as { items: { partyId: string }[] };
    const asked = await request(institution.apiUrl)
      .post('/institutions/me/credentials/request')
      .auth(token, { type: 'bearer' })
      .send({ partyId: items[0]!.partyId, providers: ['REDDIT'] });
    const after = await request(institution.apiUrl).get('/institutions/me/users').auth(token, { type: 'bearer' });
    return [token, users.text, asked.status, after.text];
  };
  await control('post', '/reset');
  const first = await story();
  await control('post', '/reset');
  expect(await story()).toEqual(first);
});

test('a token and a link that are under way stay good when their sandbox is reset', async () => {
  const { control, get, post } = await steered.open();
  const { contractId } = ((await get('/institutions/me/credentials')).body as { items: { contractId: string }[] })
    .items[0]!;
  const link = (await post('/verification/generate-link', { contractId })).body as { token: string };
  await control('post', '/reset');
  expect((await get('/institutions/me/users')).status).toBe(200);
  expect((await request(steered.emulator.apiUrl).get(`/verification/check/${link.token}`)).status).toBe(200);
});

test.each([
  ['get', ''],
  ['delete', ''],
  ['post', '/reset'],
  ['get', '/clock'],
  ['post', '/clock/thaw'],
  ['get', '/scenarios'],
  ['delete', '/scenarios'],
  ['get', '/world/parties'],
  ['get', '/world/events'],
  ['get', '/journal'],
  ['delete', '/journal'],
  ['get', '/journal/stream'],
  ['get', '/journal/har'],
  ['get', '/behaviour'],
  ['get', '/state'],
  ['get', '/bundle'],
] as const)('%s %s of an unknown sandbox is 404', async (method, path) => {
  expect(told(await steered.control(method, `/sandboxes/nobody${path}`))).toMatchObject(
    problem(404, { detail: 'There is no sandbox "nobody".' }),
  );
});

test('the emulator can be brought back to its start', async () => {
  const own = await startSteered({ now: NOW });
  const { get } = await own.open();
  const standing = await own.sandbox('default');
  await standing.done('post', '/clock/advance', { by: 'P1D' });
  await standing.done('put', '/scenarios', { select: 'flaky;share=1' });
  expect((await own.control('post', '/reset')).status).toBe(204);
  expect((await own.control('get', '/sandboxes')).body).toMatchObject({
    sandboxes: [{ id: 'default', clock: { time: NOW }, exchanges: 0 }],
  });
  expect(((await own.control('get', '/sandboxes')).body as { sandboxes: object[] }).sandboxes).toHaveLength(1);
  expect((await standing.get('/institutions/me/users')).status).toBe(200);
  expect((await get('/institutions/me/users')).status).toBe(401);
  await own.close();
});

test('an unknown client opens no sandbox unless the emulator is told to', async () => {
  const own = await startSteered({ autoSandbox: true });
  const stranger = { clientId: 'stranger', clientSecret: 'x' };
  expect(await tokenOf({ ...steered.emulator, ...stranger })).toBeUndefined();
  expect(await tokenOf({ ...own.emulator, ...stranger })).toBeTypeOf('string');
  expect((await own.control('get', '/sandboxes')).body).toMatchObject({ sandboxes: [{ id: 'default' }, stranger] });
  await own.close();
});
