/** A sandbox as a document: exported, and imported into another. */

import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '../cast.js';
import { tokenOf } from '../institution.js';
import { problem, startSteered, told, type Steered, type TestSandbox } from './steered.js';

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
      credentials: [{ provider: 'GITHUB', contractId: '00aa', issuedAt: '-P3D' }],
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

let steered: Steered;
beforeAll(async () => {
  steered = await startSteered({ population: 20, now: NOW });
});
afterAll(() => steered.close());

const stateOf = ({ done }: TestSandbox) => done<State>('get', '/state');

/** A sandbox with something of everything. */
async function livedIn(): Promise<TestSandbox> {
  const sandbox = await steered.open({
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

/** Status, headers that tell something, and body of each of many answers, the issued ones among them. */
async function answersOf(sandbox: TestSandbox): Promise<unknown[]> {
  const answers: request.Response[] = [];
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
      answers.push(await get(path));
    answers.push(
      await post('/institutions/me/credentials/request', { partyId: PAULA.partyId, providers: ['TWITTER'] }),
    );
    answers.push(await post('/verification/generate-link', { contractId: BENS }));
    answers.push(
      await sandbox.control('post', `/world/parties/${BEN.partyId}/credentials`, {
        provider: 'LINKEDIN',
        supersede: false,
      }),
    );
    answers.push(
      await sandbox.control('get', '/world/events'),
      await sandbox.control('get', '/scenarios'),
      await sandbox.control('get', '/clock'),
    );
    await sandbox.done('post', '/clock/advance', { by: '6m' });
  }
  // A link names its sandbox, and the control plane's own answers have the machine's date; everything else has to be the same.
  const own = answers.map(({ status, headers, text }) => [
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

test('a sandbox that a state is imported into answers as the one that it is of, issued numbers included', async () => {
  const first = await livedIn();
  const other = await steered.open({ name: 'other', fixture: 'empty', seed: 1 });
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

test('in another emulator, a state gives the same answers byte for byte, tokens and links included', async () => {
  const [one, other] = await Promise.all([startSteered({ population: 20, now: NOW }), startSteered({ population: 3 })]);
  const sandbox = await one.sandbox('default');
  await sandbox.post('/institutions/me/credentials/request', { partyId: BEN.partyId, providers: ['DISCORD'] });
  await other.control('put', '/sandboxes/default/state', await stateOf(sandbox));
  const seen = async ({ emulator }: Steered) => {
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

test('exported again, an imported state is the same', async () => {
  const state = await stateOf(await livedIn());
  const other = await steered.open();
  await other.done('put', '/state', state);
  expect(await stateOf(other)).toEqual(state);
});

test('a world of its own goes with the state', async () => {
  const state = await stateOf(await steered.open({ fixture: FIXTURE, population: 0 }));
  const other = await steered.open();
  await other.done('put', '/state', state);
  expect((await other.get('/institutions/me/users')).body).toMatchObject({
    totalCount: 1,
    items: [{ partyId: 'ada' }],
  });
});

test('a sandbox that a state has been imported into is reset to how the other was made', async () => {
  const state = await stateOf(await livedIn());
  const other = await steered.open();
  await other.done('put', '/state', state);
  expect(await other.done('post', '/reset')).toMatchObject({ seed: 9, exchanges: 0, clock: { time: NOW } });
  expect(await other.done('get', '/scenarios')).toMatchObject({ active: [{ scenario: 'extra-members' }] });
  expect(await other.done('get', '/world/events')).toEqual({ events: [], scheduled: [] });
});

test('the journal does not go with the state, but its numbers do', async () => {
  const first = await livedIn();
  const other = await steered.open();
  await other.done('put', '/state', await stateOf(first));
  expect(await other.done('get', '/journal')).toEqual({ exchanges: [] });
  const { exchanges } = await first.done<{ exchanges: number }>('get', '');
  expect((await other.get('/institutions/me/users')).headers['emulator-exchange']).toBe(String(exchanges + 1));
});

test('the secret of a sandbox is not in its state', async () => {
  const sandbox = await livedIn();
  const { text } = await sandbox.control('get', '/state');
  expect(text).not.toContain(sandbox.clientSecret);
  expect(text).not.toContain(sandbox.token);
});

const OWN_PARTY = {
  partyId: 'eve',
  userId: 1,
  email: 'eve@example.com',
  firstName: 'Eve',
  lastName: 'Edge',
  status: 'ACTIVE',
  scenario: 'flakey',
  credentials: [],
  requests: [],
};
const STRAY = { type: 'party-changed', partyId: 'nobody', changes: { status: 'BLOCKED' } };

test.each([
  ['another version', (state: State) => ({ ...state, version: 2 }), '/version'],
  ['another format', (state: State) => ({ ...state, format: 'har' }), '/format'],
  ['a member too few', ({ epoch: _, ...state }: State) => state, '/epoch'],
  ['a member too many', (state: State) => ({ ...state, journal: [] }), '/journal'],
  [
    'an option too many',
    (state: State) => ({ ...state, options: { ...state.options, network: 'mainnet' } }),
    '/options/network',
  ],
  [
    'an option of another type',
    (state: State) => ({ ...state, options: { ...state.options, seed: 'nine' } }),
    '/options/seed',
  ],
  [
    'a fixture that there is not',
    (state: State) => ({ ...state, options: { ...state.options, fixture: 'nonsense' } }),
    '/options/fixture',
  ],
  ['a clock that is none', (state: State) => ({ ...state, clock: { time: -1, frozen: true } }), '/clock/time'],
  [
    'an event of an unknown type',
    (state: State) => ({ ...state, events: [...state.events, { type: 'party-removed', partyId: 'ada' }] }),
    '/events/2/type',
  ],
  [
    'an event of a party that there is not',
    (state: State) => ({ ...state, events: [...state.events, STRAY] }),
    '/events/2',
  ],
  ['an event that comes too early', (state: State) => ({ ...state, events: state.events.toReversed() }), '/events/0'],
  [
    'an event that gives a party a scenario that there is not',
    (state: State) => ({
      ...state,
      events: [...state.events, { ...STRAY, partyId: BEN.partyId, changes: { scenario: 'flakey' } }],
    }),
    '/events/2',
  ],
  [
    'an event that is going to happen to nobody',
    (state: State) => ({ ...state, scheduled: [...state.scheduled, { at: 9e12, event: STRAY }] }),
    '/scheduled/1/event',
  ],
  [
    'an activation of a scenario that there is not',
    (state: State) => ({ ...state, activations: [{ ...state.activations[0], scenario: 'flakey' }] }),
    '/activations/0/scenario',
  ],
  [
    'a party that carries a scenario that there is not',
    (state: State) => ({
      ...state,
      options: { ...state.options, fixture: { name: 'own', parties: [OWN_PARTY] } },
      events: [],
      scheduled: [],
    }),
    '/options/fixture/parties/0/scenario',
  ],
  ['a call count that is text', (state: State) => ({ ...state, calls: [['key', 'many']] }), '/calls/0/1'],
])('a state with %s is refused, and nothing has changed', async (_, spoil, pointer) => {
  const first = await steered.open({ scenario: 'extra-members' });
  await first.done('post', '/world/parties', {
    partyId: 'ada',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Abbott',
  });
  await first.done('patch', '/world/parties/ada', { status: 'BLOCKED' });
  await first.done('post', `/world/credentials/${BENS}/revoke`, { after: '1h' });
  const sandbox = await livedIn();
  const before = (await sandbox.control('get', '/state')).text;
  const journal = (await sandbox.control('get', '/journal')).text;
  const answer = await sandbox.control('put', '/state', spoil(await stateOf(first)));
  expect(told(answer)).toMatchObject(problem(422, { pointer }));
  expect((await sandbox.control('get', '/state')).text).toBe(before);
  expect((await sandbox.control('get', '/journal')).text).toBe(journal);
});

test('of a broken event it is said which one it is, and why it cannot be', async () => {
  const sandbox = await steered.open();
  const answer = await sandbox.control('put', '/state', { ...(await stateOf(sandbox)), events: [STRAY] });
  expect((answer.body as { detail: string }).detail).toBe(
    'Event 0 cannot be applied: event "party-changed" of nobody: there is no such party',
  );
});

test.each([[], 'state', null])('%j is no state', async (body) => {
  const { control } = await steered.open();
  const answer = await control('put', '/state').set('Content-Type', 'application/json').send(JSON.stringify(body));
  expect(answer.status).toBe(422);
});
