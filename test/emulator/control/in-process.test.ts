/** Sandboxes in a program: the methods behind the endpoints. */

import { allAtOnce } from '../../../src/common/steps.js';
import request from 'supertest';
import { expect, test } from 'vitest';
import { OptionsError, Problem, startEmulator, type SandboxControl } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { claimsOf } from './controlled-emulator.js';
import { tokenOf } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const NOW = '2026-01-31T09:00:00.000Z';
const BENS = cast('Ben').credentials[0]!.contractId;

const emulator = await untilEnd(startEmulator({ population: 0, now: NOW }));

async function institution(sandbox: SandboxControl) {
  const token = await tokenOf(sandbox);
  return (path: string) => request(sandbox.apiUrl).get(path).auth(token, { type: 'bearer' });
}

/** The error that a function throws. */
function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('it has thrown nothing');
}

test('a sandbox has everything that a consumer needs', async () => {
  using sandbox = emulator.sandbox({ name: 'mine', tokenTtl: 60 });
  expect(sandbox).toMatchObject({
    name: 'mine',
    url: emulator.url,
    apiUrl: emulator.apiUrl,
    tokenUrl: emulator.tokenUrl,
  });
  expect(claimsOf(await tokenOf(sandbox))).toMatchObject({ sandbox: sandbox.id, exp: Date.parse(NOW) / 1_000 + 60 });
});

test('a sandbox is the same over HTTP', async () => {
  using sandbox = emulator.sandbox({ name: 'mine' });
  expect((await request(emulator.url).get(`/_emulator/sandboxes/${sandbox.id}`)).body).toEqual(sandbox.show());
});

test('the clock is advanced, set, stopped and restarted', async () => {
  using sandbox = emulator.sandbox();
  const get = await institution(sandbox);
  expect(sandbox.clock.now()).toEqual(new Date(NOW));
  sandbox.clock.advance('2h');
  expect((await get('/institutions/me/users')).status).toBe(401);
  expect(sandbox.clock.advance(-7_200_000)).toEqual({ time: NOW, frozen: true });
  expect((await get('/institutions/me/users')).status).toBe(200);
  expect(sandbox.clock.set(new Date('2027-01-01'))).toEqual({ time: '2027-01-01T00:00:00.000Z', frozen: true });
  expect(sandbox.clock.thaw()).toMatchObject({ frozen: false });
  expect(sandbox.clock.freeze(NOW)).toEqual({ time: NOW, frozen: true });
});

test('a world is changed', () => {
  using sandbox = emulator.sandbox();
  const { partyId } = sandbox.world.addParty({
    email: 'ada@example.com',
    username: 'ada',
    firstName: 'Ada',
    lastName: 'Abbott',
  });
  expect(sandbox.world.changeParty(partyId, { username: null })).not.toHaveProperty('username');
  const { contractId } = sandbox.world.issue(partyId, { provider: 'GITHUB' });
  sandbox.world.revoke(contractId);
  expect(sandbox.world.credential(contractId)).toMatchObject({
    partyId,
    credential: { state: 'revoked', metadata: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Abbott' } },
  });
  expect(sandbox.world.parties({ search: 'abbott' })).toMatchObject({ total: 1, items: [{ partyId }] });
  sandbox.world.archive(BENS, { after: '1h' });
  expect(sandbox.world.events()).toMatchObject({
    events: [
      { type: 'party-added' },
      { type: 'party-changed' },
      { type: 'credential-issued' },
      { type: 'data-requested' },
      { type: 'credential-changed' },
    ],
    scheduled: [{ at: '2026-01-31T10:00:00.000Z' }],
  });
});

test('the journal is queried and verified, and the consumer is judged', async () => {
  using sandbox = emulator.sandbox();
  const get = await institution(sandbox);
  for (let call = 0; call < 3; call++) await get('/institutions/me/users');
  expect(sandbox.requests({ operation: 'getUsers', limit: 2 }).map(({ id }) => id)).toEqual([3, 4]);
  expect(
    sandbox.verify([
      { operation: 'issueToken', count: 1 },
      { operation: 'getUsers', status: 200, count: 3 },
    ]),
  ).toMatchObject({ passed: true });
  expect(sandbox.verify([{ operation: 'getUsers', status: '4xx' }])).toMatchObject({ passed: false });
  expect(sandbox.behaviour()).toMatchObject({ sandbox: sandbox.id, exchanges: 4 });
  sandbox.journal.clear();
  expect(sandbox.requests()).toEqual([]);
});

test('a follower receives each exchange', async () => {
  using sandbox = emulator.sandbox();
  const get = await institution(sandbox);
  const seen: (string | undefined)[] = [];
  const stop = sandbox.journal.follow(({ operation }) => seen.push(operation));
  await get('/institutions/me/users');
  stop();
  await get('/institutions/me/credentials');
  expect(seen).toEqual(['getUsers']);
});

test('a sandbox is removed at the end of its block, also if it was removed before', () => {
  let id: string;
  {
    using sandbox = emulator.sandbox();
    id = sandbox.id;
  }
  expect(emulator.sandboxes().map((sandbox) => sandbox.id)).not.toContain(id);
  {
    using sandbox = emulator.sandbox();
    sandbox.remove();
  }
});

test('a method of a removed sandbox throws a Problem', () => {
  const sandbox = emulator.sandbox();
  sandbox.remove();
  for (const act of [
    () => sandbox.show(),
    () => sandbox.clock.now(),
    () => sandbox.requests(),
    () => {
      sandbox.remove();
    },
  ]) {
    expect(thrownBy(act)).toMatchObject({ name: 'Problem', status: 404 });
  }
});

test.each([
  ['an unknown party', (sandbox: SandboxControl) => sandbox.world.approve('nobody'), { status: 404 }],
  [
    'a party that has nothing to approve',
    (sandbox: SandboxControl) => sandbox.world.approve(cast('Ben').partyId),
    { status: 409 },
  ],
  [
    'an invalid duration',
    (sandbox: SandboxControl) => sandbox.clock.advance('soon'),
    { status: 422, members: { pointer: '/by' } },
  ],
  [
    'an invalid number',
    (sandbox: SandboxControl) => sandbox.clock.advance(Number.NaN),
    { status: 422, members: { pointer: '/by' } },
  ],
  [
    'an invalid date',
    (sandbox: SandboxControl) => sandbox.clock.set(new Date('nonsense')),
    { status: 422, members: { pointer: '/time' } },
  ],
  [
    'an invalid time',
    (sandbox: SandboxControl) => sandbox.clock.freeze('noon'),
    { status: 422, members: { pointer: '/time' } },
  ],
  [
    'an unknown scenario',
    (sandbox: SandboxControl) => sandbox.scenarios.use('flakey'),
    { status: 422, members: { pointer: '/scenario' } },
  ],
  [
    'a delay before now',
    (sandbox: SandboxControl) => sandbox.world.revoke(BENS, { after: '-1s' }),
    { status: 422, members: { pointer: '/after' } },
  ],
  [
    'an expectation with an invalid duration',
    (sandbox: SandboxControl) => sandbox.verify([{ within: 'soon' }]),
    { status: 422, members: { pointer: '/expect/0/within' } },
  ],
  ['an unknown exchange', (sandbox: SandboxControl) => allAtOnce(sandbox.journal.exchange(7)), { status: 404 }],
  [
    'an invalid state',
    (sandbox: SandboxControl) => {
      sandbox.load({ version: 1 });
    },
    { status: 422 },
  ],
])('%s throws a Problem', (_, act, expected) => {
  using sandbox = emulator.sandbox();
  const error = thrownBy(() => act(sandbox));
  expect(error).toBeInstanceOf(Problem);
  expect(error).toMatchObject(expected);
});

test.each([-1, 1.5, 31_536_001])('a token or a link with a lifetime of %d seconds throws a RangeError', (lifetime) => {
  using sandbox = emulator.sandbox();
  expect(() => sandbox.accessToken({ lifetime })).toThrow(RangeError);
  expect(() => sandbox.verificationLink(BENS, { lifetime })).toThrow(RangeError);
});

test('a token with a lifetime of 0 seconds throws a RangeError', () => {
  using sandbox = emulator.sandbox();
  expect(() => sandbox.accessToken({ lifetime: 0 })).toThrow(RangeError);
});

test('invalid options throw one OptionsError with all mistakes', () => {
  const error = thrownBy(() => emulator.sandbox({ seed: -1, tokenTtl: 0, clientId: 'a b' }));
  expect(error).toBeInstanceOf(OptionsError);
  expect((error as Error).message).toMatch(/seed.*tokenTtl.*clientId/s);
});

test('a taken client ID throws a Problem', () => {
  expect(thrownBy(() => emulator.sandbox({ clientId: 'demo-institution' }))).toMatchObject({
    name: 'Problem',
    status: 409,
  });
});

test('the default sandbox cannot be removed', () => {
  expect(
    thrownBy(() => {
      emulator.defaultSandbox.remove();
    }),
  ).toMatchObject({ name: 'Problem', status: 409 });
});
