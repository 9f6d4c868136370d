/** The state of a sandbox as a document: export and import. */

import request from 'supertest';
import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { changed, type Path } from '../../damaged.js';
import { tokenOf } from '../../institution.js';
import {
  problem,
  startControlledEmulator,
  problemIn,
  type ControlledEmulator,
  type TestSandbox,
} from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';
const [BEN, PAULA] = [cast('Ben'), cast('Paula')];
const BENS = BEN.credentials[0]!.contractId;
const FIXTURE = {
  parties: [
    {
      partyId: 'ada',
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Abbott',
      scenario: 'extra-members',
      credentials: [
        { provider: 'GITHUB', contractId: '00aa', issuedAt: '-P3D', metadata: { email: 'ada@example.com' } },
      ],
    },
  ],
};

interface State {
  readonly [member: string]: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  readonly events: readonly object[];
  readonly scheduled: readonly object[];
  readonly activations: readonly object[];
}

const controlled = await untilEnd(startControlledEmulator({ population: 20, now: NOW }));

const stateOf = ({ done }: TestSandbox) => done<State>('get', '/state');

/** A sandbox with a change of every kind. */
async function livedIn(): Promise<TestSandbox> {
  const sandbox = await controlled.open({
    seed: 9,
    population: 15,
    tokenTtl: 1_000,
    linkTtl: 500,
    scenario: 'extra-members',
  });
  await sandbox.done('post', '/scenarios', { select: 'rate-limit-steady;requests=40, flaky;share=0.3', for: '1d' });
  await sandbox.done('post', '/clock/advance', { by: '5m' });
  await sandbox.done('post', '/world/parties', {
    email: 'new@example.com',
    firstName: 'New',
    lastName: 'Comer',
    credentials: [{ provider: 'REDDIT', contractId: '00bb', issuedAt: '-P2D' }],
  });
  await sandbox.done('patch', `/world/parties/${PAULA.partyId}`, { scenario: 'server-error' });
  await sandbox.done('post', `/world/credentials/${BENS}/supersede`, { after: '10m' });
  for (let call = 0; call < 5; call++) await sandbox.get('/institutions/me/users');
  await sandbox.post('/institutions/me/credentials/request', { partyId: BEN.partyId, providers: ['DISCORD'] });
  await sandbox.post('/verification/generate-link', { contractId: BENS });
  return sandbox;
}

/** Status, relevant headers and body of many responses, with issued tokens and links among them. */
async function answersOf(sandbox: TestSandbox): Promise<unknown[]> {
  const responses: request.Response[] = [];
  const token = await tokenOf(sandbox);
  const get = (path: string) => request(sandbox.apiUrl).get(path).auth(token, { type: 'bearer' });
  const post = (path: string, body: object) =>
    request(sandbox.apiUrl).post(path).auth(token, { type: 'bearer' }).send(body);
  for (let round = 0; round < 2; round++) {
    for (const path of [
      '/institutions/me/users?limit=100',
      '/institutions/me/credentials?limit=100',
      '/institutions/me/human-scores?limit=100',
      `/institutions/me/credentials/${BEN.partyId}`,
      `/institutions/me/human-scores/${PAULA.partyId}`,
      '/institutions/me/credentials/resolve?q=new@example.com',
    ])
      responses.push(await get(path));
    responses.push(
      await post('/institutions/me/credentials/request', { partyId: PAULA.partyId, providers: ['TWITTER'] }),
    );
    responses.push(await post('/verification/generate-link', { contractId: BENS }));
    responses.push(
      await sandbox.control('post', `/world/parties/${BEN.partyId}/credentials`, {
        provider: 'LINKEDIN',
        supersede: false,
      }),
    );
    responses.push(
      await sandbox.control('get', '/world/events'),
      await sandbox.control('get', '/scenarios'),
      await sandbox.control('get', '/clock'),
    );
    await sandbox.done('post', '/clock/advance', { by: '6m' });
  }
  // Links contain the sandbox, and the control plane's responses the machine's date; everything else must be equal.
  const own = responses.map(({ status, headers, text }) => [
    status,
    headers['emulator-exchange'] === undefined ? 'today' : headers['date'],
    headers['emulator-exchange'],
    headers['retry-after'],
    headers['emulator-scenario-applied'],
    text,
  ]);
  return JSON.parse(
    JSON.stringify(own).replaceAll(/[\w-]{80,}/g, (run) => (/^00[0-9a-f]{136}$/.test(run) ? run : 'link')),
  ) as unknown[];
}

test('a sandbox with an imported state returns the same responses as its source, issued numbers included', async () => {
  const first = await livedIn();
  const other = await controlled.open({ name: 'other', fixture: 'empty', seed: 1 });
  const state = await stateOf(first);
  const shown = await other.done('put', '/state', state);
  expect(shown).toMatchObject({
    id: other.id,
    clientId: other.clientId,
    seed: 9,
    population: 15,
    tokenTtl: 1_000,
    linkTtl: 500,
    clock: { time: '2026-01-31T09:05:00.000Z', frozen: true },
  });
  expect(await answersOf(other)).toEqual(await answersOf(first));
});

test('a state in another emulator gives the same bytes, tokens and links included', async () => {
  const [one, other] = await Promise.all([
    startControlledEmulator({ population: 20, now: NOW }),
    startControlledEmulator({ population: 3 }),
  ]);
  const sandbox = await one.sandbox('default');
  await sandbox.post('/institutions/me/credentials/request', { partyId: BEN.partyId, providers: ['DISCORD'] });
  await other.control('put', '/sandboxes/default/state', await stateOf(sandbox));
  const seen = async ({ emulator }: ControlledEmulator) => {
    const token = await tokenOf(emulator);
    const link = await request(emulator.apiUrl)
      .post('/verification/generate-link')
      .auth(token, { type: 'bearer' })
      .send({ contractId: BENS });
    const users = await request(emulator.apiUrl).get('/institutions/me/users').auth(token, { type: 'bearer' });
    return [token, link.text.replaceAll(emulator.url, ''), users.text];
  };
  expect(await seen(other)).toEqual(await seen(one));
  await Promise.all([one.close(), other.close()]);
});

test('an imported state is exported unchanged', async () => {
  const state = await stateOf(await livedIn());
  const other = await controlled.open();
  await other.done('put', '/state', state);
  expect(await stateOf(other)).toEqual(state);
});

test("a state contains the sandbox's own fixture", async () => {
  const state = await stateOf(await controlled.open({ fixture: FIXTURE, population: 0 }));
  const other = await controlled.open();
  await other.done('put', '/state', state);
  expect((await other.get('/institutions/me/users')).body).toMatchObject({
    totalCount: 1,
    items: [{ partyId: 'ada' }],
  });
});

test("a reset after an import restores the source's state at opening", async () => {
  const state = await stateOf(await livedIn());
  const other = await controlled.open();
  await other.done('put', '/state', state);
  expect(await other.done('post', '/reset')).toMatchObject({ seed: 9, exchanges: 0, clock: { time: NOW } });
  expect(await other.done('get', '/scenarios')).toMatchObject({ active: [{ scenario: 'extra-members' }] });
  expect(await other.done('get', '/world/events')).toEqual({ events: [], scheduled: [] });
});

test('a state has the numbers of the journal but not its exchanges', async () => {
  const first = await livedIn();
  const other = await controlled.open();
  await other.done('put', '/state', await stateOf(first));
  expect(await other.done('get', '/journal')).toEqual({ exchanges: [] });
  const { exchanges } = await first.done<{ exchanges: number }>('get', '');
  expect((await other.get('/institutions/me/users')).headers['emulator-exchange']).toBe(String(exchanges + 1));
});

const STRAY = { type: 'party-changed', partyId: 'nobody', changes: { status: 'BLOCKED' } };
const DRIP = { selector: 'sandbox', scenario: 'drip', parameters: { bytes: 0, every: 50 }, key: 'k', id: '1' };
const PARTY = ['options', 'fixture', 'parties', 0];
/** A sandbox whose state is spoilt, and one that gets it. */
const spoilt = await controlled.open({ fixture: FIXTURE, population: 0 });
await spoilt.done('post', '/scenarios', { select: 'rate-limit-with-date;requests=9, flaky;share=0', for: '1d' });
await spoilt.done('post', '/world/parties', { partyId: 'bob', email: 'b@example.com', firstName: 'B', lastName: 'B' });
await spoilt.done('patch', '/world/parties/bob', { status: 'BLOCKED' });
await spoilt.done('post', '/world/credentials/00aa/revoke', { after: '1h' });
const spoiltState = await stateOf(spoilt);
const used = await livedIn();

test.each<[string, Path, unknown, string]>([
  ['another version', ['version'], 2, '/version'],
  ['another format', ['format'], 'har', '/format'],
  ['a missing member', ['epoch'], undefined, '/epoch'],
  ['an epoch in the year 9999', ['epoch'], 253_402_300_799_999, '/epoch'],
  ['an unknown member', ['journal'], [], '/journal'],
  ['an unknown option', ['options', 'network'], 'mainnet', '/options/network'],
  ['an option of another type', ['options', 'seed'], 'nine', '/options/seed'],
  ['a name of 201 characters', ['options', 'name'], 'x'.repeat(201), '/options/name'],
  ['an unknown fixture', ['options', 'fixture'], 'nonsense', '/options/fixture'],
  ['a party with an unknown scenario', [...PARTY, 'scenario'], 'flakey', '/options/fixture/parties/0/scenario'],
  ['a NUL character in an ID', [...PARTY, 'partyId'], 'a\0', '/options/fixture/parties/0/partyId'],
  [
    'metadata of a wrong type',
    [...PARTY, 'credentials', 0, 'metadata', 'email'],
    5,
    '/options/fixture/parties/0/credentials/0/metadata/email',
  ],
  ['an invalid clock', ['clock', 'time'], -1, '/clock/time'],
  ['an event of an unknown type', ['events', 2], { type: 'party-removed', partyId: 'ada' }, '/events/2/type'],
  ['an event of an unknown party', ['events', 2], STRAY, '/events/2'],
  ['an event that comes too early', ['events', 0], { ...STRAY, partyId: 'bob' }, '/events/0'],
  [
    'an event that gives a party an unknown scenario',
    ['events', 2],
    { ...STRAY, partyId: 'ada', changes: { scenario: 'flakey' } },
    '/events/2',
  ],
  ['an added party with another ID', ['events', 0, 'partyId'], 'another', '/events/0'],
  ['a scheduled event of an unknown party', ['scheduled', 1], { at: 9e12, event: STRAY }, '/scheduled/1/event'],
  ['an activation of an unknown scenario', ['activations', 0, 'scenario'], 'flakey', '/activations/0/scenario'],
  [
    'a parameter out of its range',
    ['activations', 0, 'parameters', 'requests'],
    -1,
    '/activations/0/parameters/requests',
  ],
  ['a parameter of a wrong type', ['activations', 1, 'parameters', 'share'], 'half', '/activations/1/parameters/share'],
  ['no value for a parameter', ['activations', 1, 'parameters', 'share'], undefined, '/activations/1/parameters/share'],
  ['an unknown parameter', ['activations', 1, 'parameters', 'nonsense'], 1, '/activations/1/parameters/nonsense'],
  ['drip of 0 bytes', ['activations', 0], DRIP, '/activations/0/parameters/bytes'],
  ['scenarios that cannot be active together', ['activations', 1], spoiltState.activations[0], '/activations'],
  ['a call count that is text', ['calls'], [['key', 'many']], '/calls/0/1'],
])('a state with %s is refused, and nothing has changed', async (_, place, value, pointer) => {
  const before = (await used.control('get', '/state')).text;
  const journal = (await used.control('get', '/journal')).text;
  const response = await used.control('put', '/state', changed(spoiltState, place, value) as object);
  expect(problemIn(response)).toMatchObject(problem(422, { pointer }));
  expect((await used.control('get', '/state')).text).toBe(before);
  expect((await used.control('get', '/journal')).text).toBe(journal);
});

test('an invalid event is refused with its number and the reason', async () => {
  const sandbox = await controlled.open();
  const response = await sandbox.control('put', '/state', { ...(await stateOf(sandbox)), events: [STRAY] });
  expect((response.body as { detail: string }).detail).toBe(
    'Event 0 cannot be applied: event "party-changed" of nobody: there is no such party',
  );
});

test.each([[], 'state', null])('%j is refused as a state', async (body) => {
  const { control } = await controlled.open();
  const response = await control('put', '/state').set('Content-Type', 'application/json').send(JSON.stringify(body));
  expect(response.status).toBe(422);
});
