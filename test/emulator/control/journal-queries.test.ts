/** The journal over HTTP: queries, single exchanges, verification, HAR. */

import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';
import { problem, startControlledEmulator, problemIn, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';
const BEN = cast('Ben');
const BENS = BEN.credentials[0]!.contractId;

interface Exchange {
  readonly id: number;
  readonly duration?: number;
  readonly operation?: string;
}

const controlled = await untilEnd(startControlledEmulator({ population: 0, now: NOW }));

const exchanges = async ({ done }: TestSandbox, query = '') =>
  (await done<{ exchanges: Exchange[] }>('get', `/journal${query}`)).exchanges;
const numbers = async (sandbox: TestSandbox, query = '') => (await exchanges(sandbox, query)).map(({ id }) => id);
const verify = ({ done }: TestSandbox, body: object) =>
  done<{ passed: boolean; results: { explanation?: string; nearestMisses?: object[] }[] }>(
    'post',
    '/journal/verify',
    body,
  );

/** Exchanges 2 to 7, one minute apart; the first one is the token request. */
async function story(options?: object): Promise<TestSandbox> {
  const sandbox = await controlled.open(options);
  const minute = () => sandbox.done('post', '/clock/advance', { by: '1m' });
  await sandbox.get('/institutions/me/users?limit=1');
  await minute();
  await sandbox.get(`/institutions/me/human-scores/${BEN.partyId}`).set('Emulator-Scenario', 'server-error');
  await minute();
  await sandbox.get(`/institutions/me/credentials/resolve?q=${BEN.email.toUpperCase()}`);
  await minute();
  await sandbox.post('/institutions/me/credentials/request', { partyId: BEN.partyId, providers: ['REDDIT'] });
  await minute();
  await sandbox.post('/verification/generate-link', { contractId: BENS });
  await minute();
  await sandbox.get('/institution/me/users');
  return sandbox;
}

/** What its readers do not change. */
const told = await story();

test.each([
  ['', [1, 2, 3, 4, 5, 6, 7]],
  ['?operation=getUsers', [2]],
  ['?method=post', [1, 5, 6]],
  ['?method=GET', [2, 3, 4, 7]],
  ['?path=/api/v1/institutions/me/users', [2]],
  ['?path=/api/v1/*/me/users', [2, 7]],
  ['?status=204', [5]],
  ['?status=2xx', [1, 2, 4, 5, 6]],
  ['?status=4xx', [7]],
  [`?party=${BEN.partyId}`, [3, 4, 5, 6]],
  [`?party=${BENS}`, [3, 4, 5, 6]],
  [`?party=${BEN.email}`, [3, 4, 5, 6]],
  ['?party=nobody', []],
  ['?scenario=server-error', [3]],
  ['?since=2026-01-31T09:03:00Z', [5, 6, 7]],
  ['?until=2026-01-31T10:01:00%2B01:00', [1, 2, 3]],
  ['?since=2026-01-31T09:01:00Z&until=2026-01-31T09:03:00Z', [3, 4, 5]],
  ['?after=5', [6, 7]],
  ['?after=7', []],
  ['?limit=2', [6, 7]],
  ['?method=POST&limit=1', [6]],
  ['?operation=getUsers&status=404', []],
])('the query %s returns the exchanges %j', async (query, found) => {
  expect(await numbers(told, query)).toEqual(found);
});

test('exchanges are found by the client ID with its suffix', async () => {
  const sandbox = await controlled.open({ clientId: 'suffixed' });
  const clientId = 'suffixed+extra-members';
  await tokenOf({ ...sandbox, clientId });
  expect(await numbers(sandbox, `?clientId=${encodeURIComponent(clientId)}`)).toEqual([2]);
  expect(await numbers(sandbox, '?clientId=suffixed')).toEqual([1]);
});

test.each([
  ['operation=getNothing', '/operation'],
  ['status=6xx', '/status'],
  ['status=20', '/status'],
  ['since=yesterday', '/since'],
  ['until=2026-01-31', '/until'],
  ['limit=0', '/limit'],
  ['after=-1', '/after'],
  ['path=users', '/path'],
  ['party=', '/party'],
  ['provider=GITHUB', '/provider'],
])('the query %s is refused', async (query, pointer) => {
  expect(problemIn(await told.control('get', `/journal?${query}`))).toMatchObject(problem(422, { pointer }));
});

test('an exchange is returned by its number', async () => {
  const sandbox = told;
  const all = await exchanges(sandbox);
  expect(await sandbox.done('get', '/journal/3')).toEqual({
    ...all[2],
    restsOn: expect.any(Array) as object[],
    nearMisses: [],
    violations: [],
    repetition: { start: expect.any(String) as string, select: 'server-error', call: 1 },
  });
  expect(all[2]).toMatchObject({
    id: 3,
    at: '2026-01-31T09:01:00.000Z',
    method: 'GET',
    operation: 'getHumanScoreByPartyId',
    status: 500,
    clientId: sandbox.clientId,
    scenarios: [{ scenario: 'server-error', selector: 'header' }],
  });
});

test.each([
  ['8', 404],
  ['0', 422],
  ['first', 422],
  ['1.5', 404],
])('exchange %s returns %i', async (number, status) => {
  expect(problemIn(await told.control('get', `/journal/${number}`))).toMatchObject(problem(status));
});

test('a cleared journal is empty, and numbering continues', async () => {
  const sandbox = await story();
  expect((await sandbox.control('delete', '/journal')).status).toBe(204);
  expect(await numbers(sandbox)).toEqual([]);
  expect(problemIn(await sandbox.control('get', '/journal/3'))).toMatchObject(problem(404));
  await sandbox.get('/institutions/me/users');
  expect(await numbers(sandbox)).toEqual([8]);
});

test('a journal keeps the last exchanges up to its size', async () => {
  const small = await startControlledEmulator({ population: 0, journalSize: 3 });
  const sandbox = await small.open();
  for (let call = 0; call < 5; call++) await sandbox.get('/institutions/me/users');
  expect(await numbers(sandbox)).toEqual([4, 5, 6]);
  expect(problemIn(await sandbox.control('get', '/journal/3'))).toMatchObject(problem(404));
  expect((await sandbox.control('get', '')).body).toMatchObject({ exchanges: 6 });
  await small.close();
});

test('a journal of size 0 is off', async () => {
  const off = await startControlledEmulator({ population: 0, journalSize: 0 });
  const sandbox = await off.open();
  expect((await sandbox.get('/institutions/me/users')).headers['emulator-exchange']).toBe('2');
  expect(await numbers(sandbox)).toEqual([]);
  expect(problemIn(await sandbox.control('get', '/journal/2'))).toMatchObject(problem(404));
  expect(await sandbox.done('get', '/journal/har')).toMatchObject({ log: { entries: [] } });
  await off.close();
});

test('verification passes for exactly three exchanges and none within 30 s', async () => {
  const sandbox = await controlled.open();
  for (let call = 0; call < 3; call++) await sandbox.get('/institutions/me/credentials');
  await sandbox.done('post', '/clock/advance', { by: '31s' });
  await sandbox.get('/institutions/me/credentials');
  const expected = {
    expect: [
      { operation: 'getCredentials', count: 3 },
      { operation: 'getCredentials', count: 0, within: '30s' },
    ],
  };
  expect(await verify(sandbox, expected)).toEqual({
    passed: true,
    results: [
      { expectation: expected.expect[0], passed: true, found: 3, exchanges: [2, 3, 4] },
      { expectation: expected.expect[1], passed: true, found: 0, exchanges: [] },
    ],
  });
});

test('a failed expectation lists the nearest exchanges', async () => {
  const { results } = await verify(told, {
    expect: [{ operation: 'getHumanScoreByPartyId', status: 200, party: BEN.partyId }],
  });
  expect(results[0]).toMatchObject({
    passed: false,
    found: 0,
    exchanges: [],
    explanation: expect.stringContaining('getHumanScoreByPartyId') as string,
  });
  expect(results[0]!.nearestMisses).toContainEqual({
    exchange: 3,
    summary: `GET /api/v1/institutions/me/human-scores/${BEN.partyId} 500`,
    differs: [{ criterion: 'status', expected: '200', found: '500' }],
  });
});

test('the order of expectations matters unless inOrder is false', async () => {
  const sandbox = told;
  const expected = [{ operation: 'generateVerificationLink' }, { operation: 'getUsers' }];
  const inOrder = await verify(sandbox, { expect: expected });
  expect(inOrder).toMatchObject({ passed: false, results: [{ passed: true }, { passed: false }] });
  expect(inOrder.results[1]!.nearestMisses).toContainEqual(
    expect.objectContaining({ exchange: 2, differs: [expect.objectContaining({ criterion: 'order' })] }),
  );
  expect(await verify(sandbox, { expect: expected, inOrder: false })).toMatchObject({ passed: true });
});

test.each([
  ['nothing', {}, '/expect'],
  ['no expectation', { expect: [] }, '/expect'],
  ['an unknown operation', { expect: [{}, { operation: 'getNothing' }] }, '/expect/1/operation'],
  ['a number below none', { expect: [{ count: -1 }] }, '/expect/0/count'],
  ['two numbers', { expect: [{ count: 1, atLeast: 1 }] }, '/expect/0/atLeast'],
  ['an invalid time', { expect: [{ within: 'soon' }] }, '/expect/0/within'],
  ['an unknown criterion', { expect: [{ provider: 'GITHUB' }] }, '/expect/0/provider'],
])('verification with %s is refused', async (_, body, pointer) => {
  expect(problemIn(await told.control('post', '/journal/verify', body))).toMatchObject(problem(422, { pointer }));
});

test('the journal is a valid HTTP archive', async () => {
  const sandbox = told;
  const har = await sandbox.done<{ log: { entries: { request: { url: string }; _exchange: number }[] } }>(
    'get',
    '/journal/har',
  );
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addMetaSchema(draft6);
  ajv.addSchema(Object.values(createRequire(import.meta.url)('har-schema') as Readonly<Record<string, object>>));
  expect(ajv.validate('har.json#', har), ajv.errorsText()).toBe(true);
  expect(har.log.entries.map((entry) => entry._exchange)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(har.log.entries[1]!.request.url).toBe(`${sandbox.apiUrl}/institutions/me/users?limit=1`);
});

test('an exchange has a duration, also if the client disconnected', async () => {
  const sandbox = await controlled.open();
  const { hostname, port, pathname } = new URL(sandbox.apiUrl);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${pathname}/institutions/me/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox.token}\r\nEmulator-Scenario: latency;from="10s";to="10s"\r\n\r\n`,
  );
  await expect.poll(() => numbers(sandbox, '?scenario=latency')).toEqual([2]);
  socket.destroy();
  await sandbox.get('/institutions/me/users');
  const [, hungUp, whole] = await exchanges(sandbox);
  expect(hungUp).toMatchObject({ duration: expect.any(Number) as number, response: { ending: 'client-left' } });
  expect(whole!.duration).toBeGreaterThanOrEqual(0);
});

test('an exchange without a response has no duration', async () => {
  const sandbox = await controlled.open();
  const { hostname, port, pathname } = new URL(sandbox.apiUrl);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${pathname}/institutions/me/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox.token}\r\nEmulator-Scenario: no-answer\r\n\r\n`,
  );
  await expect.poll(() => numbers(sandbox, '?scenario=no-answer')).toEqual([2]);
  const [, unanswered] = await exchanges(sandbox);
  socket.destroy();
  expect(unanswered).toMatchObject({ response: { ending: 'never' } });
  expect(unanswered).not.toHaveProperty('duration');
});
