/** Sandboxes over HTTP: open, show, reset, remove. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { tokenOf } from '../../institution.js';
import { problem, startControlledEmulator, problemIn } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';

const controlled = await untilEnd(startControlledEmulator({ population: 20 }));

const open = (options?: object) => controlled.control('post', '/sandboxes', options);

test("a sandbox without options has the emulator's options and its own credentials", async () => {
  const response = await open();
  const { url, apiUrl, tokenUrl } = controlled.emulator;
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
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
    oneClient: false,
    revision: 'specification',
    variants: {},
    clock: { time: expect.any(String) as string, frozen: false },
    exchanges: 0,
  });
});

test('every option of a sandbox is applied', async () => {
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
  const response = await open({ ...options, now: NOW, scenario: 'rate-limit-burst;burst=2' });
  expect(response.body).toMatchObject({ ...options, clock: { time: NOW, frozen: true } });
  const { id } = response.body as { id: string };
  expect((await controlled.control('get', `/sandboxes/${id}/scenarios`)).body).toMatchObject({
    active: [{ scenario: 'rate-limit-burst', parameters: { burst: 2 } }],
  });
});

test('a clock with a start time runs', async () => {
  const response = await open({ time: NOW });
  expect(response.body).toMatchObject({
    clock: { time: expect.stringMatching(/^2026-01-31T09:00:/) as string, frozen: false },
  });
});

test('a sandbox may have its own fixture', async () => {
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
  const sandbox = await controlled.open({ fixture, population: 0 });
  expect((await sandbox.get('/institutions/me/users')).body).toMatchObject({
    totalCount: 1,
    items: [{ fullName: 'Ada Abbott' }],
  });
  expect((await sandbox.get('/institutions/me/credentials')).body).toMatchObject({ items: [{ contractId: '00aa' }] });
});

test("access tokens have the sandbox's lifetime", async () => {
  const { tokenUrl, clientId, clientSecret } = await controlled.open({ tokenTtl: 60 });
  const response = await request(tokenUrl)
    .post('')
    .type('form')
    .send({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  expect(response.body).toMatchObject({ expires_in: 60 });
});

test('a strict sandbox refuses unknown members, and another one ignores them', async () => {
  const [strict, lenient] = await Promise.all([controlled.open({ strict: true }), controlled.open()]);
  const statuses = await Promise.all(
    [strict, lenient].map(async ({ get }) => (await get('/institutions/me/users?page=2')).status),
  );
  expect(statuses).toEqual([400, 200]);
});

test('the Location header leads to the new sandbox', async () => {
  const response = await open({ name: 'somewhere' });
  const path = new URL(response.headers['location']!, controlled.emulator.url).pathname;
  expect((await request(controlled.emulator.url).get(path)).body).toMatchObject({
    name: 'somewhere',
    id: (response.body as { id: string }).id,
  });
});

test('all sandboxes are listed, the default one first, then by age', async () => {
  const own = await startControlledEmulator();
  const opened = [await own.open(), await own.open(), await own.open()].map(({ id }) => id);
  await own.control('post', `/sandboxes/${opened[0]!}/reset`);
  const { sandboxes } = (await own.control('get', '/sandboxes')).body as { sandboxes: { id: string }[] };
  expect(sandboxes.map(({ id }) => id)).toEqual(['default', ...opened]);
  await own.close();
});

test('a sandbox shows its number of exchanges', async () => {
  const { get, control } = await controlled.open();
  await get('/institutions/me/users');
  expect((await control('get', '')).body).toMatchObject({ exchanges: 2 });
});

test('the default sandbox cannot be removed', async () => {
  expect(problemIn(await controlled.control('delete', '/sandboxes/default'))).toMatchObject(problem(409));
  expect((await controlled.control('get', '/sandboxes/default')).status).toBe(200);
});

test.each(['demo-institution', 'taken-twice'])('the taken client ID %s is refused', async (clientId) => {
  await open({ clientId: 'taken-twice' });
  const before = (await controlled.control('get', '/sandboxes')).body as { sandboxes: object[] };
  const response = await open({ clientId });
  expect(problemIn(response)).toMatchObject(problem(409, { detail: expect.stringContaining(clientId) as string }));
  expect(before.sandboxes.length).toBeGreaterThan(0);
});

test.each([
  ['an unknown scenario', { scenario: 'flakey' }, '/scenario', /did you mean "flaky"/],
  ['an unknown fixture', { fixture: 'nonsense' }, '/fixture', /./],
  ["the emulator's own files", { fixture: './fixtures/default.yaml' }, '/fixture', /./],
  ['a fixture without parties', { fixture: {} }, '/fixture', /parties/],
  [
    'a fixture with a repeated ID',
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
  ['an invalid time', { now: 'yesterday' }, '/now', /./],
  ['a day that no month has', { time: '2026-02-30T00:00:00Z' }, '/time', /./],
  ['two clocks', { now: NOW, time: NOW }, '/time', /./],
  ['a lifetime of 0', { tokenTtl: 0 }, '/tokenTtl', /./],
  ['a client ID with a plus sign', { clientId: 'a+b' }, '/clientId', /./],
  ['an unknown member', { sede: 1 }, '/sede', /./],
])('%s is refused, and no sandbox is opened', async (_, options, pointer, detail) => {
  const own = await startControlledEmulator({ population: 0 });
  const response = await own.control('post', '/sandboxes', options);
  expect(problemIn(response)).toMatchObject(problem(422, { pointer, detail: expect.stringMatching(detail) as string }));
  expect((await own.control('get', '/sandboxes')).body).toMatchObject({ sandboxes: [{ id: 'default' }] });
  await own.close();
});

test('a reset restores world, clock, scenarios, counters and journal', async () => {
  const { control, get, post, done } = await controlled.open({
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
  const response = await control('post', '/reset');
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ name: 'again', clock: { time: NOW, frozen: true }, exchanges: 0 });
  expect(await done('get', '/scenarios')).toEqual({
    active: [
      {
        id: '1',
        scenario: 'rate-limit-burst',
        parameters: { after: 0, burst: 1, 'retry-after': 1 },
        calls: 0,
        fired: 0,
      },
    ],
  });
  expect(await done('get', '/world/events')).toEqual({ events: [], scheduled: [] });
  expect(await done('get', '/journal')).toEqual({ exchanges: [] });
});

test('a reset sandbox returns the same bytes again', async () => {
  const { control, ...institution } = await controlled.open({ now: NOW });
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

test('issued tokens and links stay valid after a reset', async () => {
  const { control, get, post } = await controlled.open();
  const { contractId } = ((await get('/institutions/me/credentials')).body as { items: { contractId: string }[] })
    .items[0]!;
  const link = (await post('/verification/generate-link', { contractId })).body as { token: string };
  await control('post', '/reset');
  expect((await get('/institutions/me/users')).status).toBe(200);
  expect((await request(controlled.emulator.apiUrl).get(`/verification/check/${link.token}`)).status).toBe(200);
});

test('an unknown sandbox returns 404 with its ID', async () => {
  expect(problemIn(await controlled.control('get', '/sandboxes/nobody/clock'))).toMatchObject(
    problem(404, { detail: 'There is no sandbox "nobody".' }),
  );
});

test('health counts the sandboxes that are open', async () => {
  const own = await startControlledEmulator({ population: 0 });
  const sandbox = await own.open();
  expect((await own.control('get', '/health')).body).toMatchObject({ sandboxes: 2 });
  await sandbox.done('delete', '');
  expect((await own.control('get', '/health')).body).toMatchObject({ sandboxes: 1 });
  await own.close();
});

test('the whole emulator can be reset', async () => {
  const own = await startControlledEmulator({ now: NOW });
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

test('an unknown client opens no sandbox', async () => {
  const stranger = { clientId: 'stranger', clientSecret: 'x' };
  await expect(tokenOf({ ...controlled.emulator, ...stranger })).rejects.toThrow('invalid_client');
});
