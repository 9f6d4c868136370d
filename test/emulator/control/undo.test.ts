/** One change of a world is undone, or refused with what came after it. */

import { expect, test } from 'vitest';
import { cast } from '../../cast.js';
import { problem, problemIn, startControlledEmulator, type TestSandbox } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const BEN = cast('Ben');
const BENS = BEN.credentials[0]!.contractId;
const ADA = { partyId: 'party::ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Abbott' };

const controlled = await untilEnd(startControlledEmulator({ population: 5, now: '2026-01-31T09:00:00Z' }));

/** Makes a change of the world, and returns what undoes it. */
async function changeBy(sandbox: TestSandbox, method: 'post' | 'patch', path: string, body?: object): Promise<string> {
  const response = await sandbox.control(method, `/world${path}`, body);
  expect(response.status).toBeLessThan(300);
  return response.headers['emulator-change']!;
}

const undo = (sandbox: TestSandbox, change: string) => sandbox.control('delete', `/world/changes/${change}`);
const pathOf = (partyId: string) => `/world/parties/${encodeURIComponent(partyId)}`;

/** Everything that the institution and the control plane see of the parties. */
async function everything(sandbox: TestSandbox): Promise<unknown[]> {
  const bodies = [];
  for (const path of ['users?limit=100', 'credentials?limit=100', 'human-scores?limit=100'])
    bodies.push((await sandbox.get(`/institutions/me/${path}`)).body as unknown);
  bodies.push(await sandbox.done('get', '/world/parties?limit=100'));
  return bodies;
}

test.each([
  ['a revoked credential', 'post', `/credentials/${BENS}/revoke`, undefined],
  ['an expired credential', 'post', `/credentials/${BENS}/expire`, undefined],
  ['an archived credential', 'post', `/credentials/${BENS}/archive`, undefined],
  ['a superseded credential', 'post', `/credentials/${BENS}/supersede`, undefined],
  ['a new credential, with what it superseded', 'post', `/parties/${BEN.partyId}/credentials`, { provider: 'GITHUB' }],
  ['another status of a party', 'patch', `/parties/${BEN.partyId}`, { status: 'BLOCKED' }],
  ['a new e-mail of a party', 'patch', `/parties/${BEN.partyId}`, { email: 'other@example.com' }],
  [
    'a new party',
    'post',
    '/parties',
    { ...ADA, credentials: [{ provider: 'GITHUB', contractId: '00ad', issuedAt: '-P1D' }] },
  ],
] as const)('after undoing %s, the world is as it was before', async (_, method, path, body) => {
  const sandbox = await controlled.open();
  const before = await everything(sandbox);
  const change = await changeBy(sandbox, method, path, body);
  expect(await everything(sandbox)).not.toEqual(before);
  expect((await undo(sandbox, change)).status).toBe(204);
  expect(await everything(sandbox)).toEqual(before);
});

test('an undone change leaves earlier ones of the same party as they are', async () => {
  const sandbox = await controlled.open();
  await changeBy(sandbox, 'patch', `/parties/${BEN.partyId}`, { email: 'first@example.com' });
  const change = await changeBy(sandbox, 'patch', `/parties/${BEN.partyId}`, { email: 'second@example.com' });
  await undo(sandbox, change);
  expect(await sandbox.done('get', pathOf(BEN.partyId))).toMatchObject({ email: 'first@example.com', changed: true });
});

test('a change of another party in between does not matter', async () => {
  const sandbox = await controlled.open();
  const change = await changeBy(sandbox, 'post', `/credentials/${BENS}/revoke`);
  await changeBy(sandbox, 'post', '/parties', ADA);
  expect((await undo(sandbox, change)).status).toBe(204);
  expect(await sandbox.done('get', pathOf(ADA.partyId))).toMatchObject({ email: ADA.email });
});

test('a later change of the same party refuses the undo, and is named', async () => {
  const sandbox = await controlled.open();
  const change = await changeBy(sandbox, 'post', `/credentials/${BENS}/revoke`);
  await changeBy(sandbox, 'patch', `/parties/${BEN.partyId}`, { email: 'other@example.com' });
  const before = await everything(sandbox);
  const response = await undo(sandbox, change);
  expect(problemIn(response)).toMatchObject(
    problem(409, { between: [{ type: 'party-changed', changes: { email: 'other@example.com' } }] }),
  );
  expect((response.body as { detail: string }).detail).toContain('party-changed');
  expect(await everything(sandbox)).toEqual(before);
});

test('a party with a scheduled event is not removed by an undo', async () => {
  const sandbox = await controlled.open();
  const credentials = [{ provider: 'GITHUB', contractId: '00ada', issuedAt: '-P1D' }];
  const change = await changeBy(sandbox, 'post', '/parties', { ...ADA, credentials });
  await changeBy(sandbox, 'post', '/credentials/00ada/revoke', { after: '10m' });
  expect(problemIn(await undo(sandbox, change))).toMatchObject(
    problem(409, { between: [{ type: 'credential-changed', state: 'revoked' }] }),
  );
});

test('a change is undone once', async () => {
  const sandbox = await controlled.open();
  const change = await changeBy(sandbox, 'post', `/credentials/${BENS}/revoke`);
  await undo(sandbox, change);
  expect(problemIn(await undo(sandbox, change))).toMatchObject(problem(409, { between: [{ type: 'party-restored' }] }));
});

test('a change that is scheduled has no number, and one that is not there returns 404', async () => {
  const sandbox = await controlled.open();
  expect(await changeBy(sandbox, 'post', `/credentials/${BENS}/revoke`, { after: '10m' })).toBeUndefined();
  expect(problemIn(await undo(sandbox, '1-1'))).toMatchObject(problem(404, {}));
});

test('events of several parties are no change', async () => {
  const sandbox = await controlled.open();
  await changeBy(sandbox, 'post', `/credentials/${BENS}/revoke`);
  await changeBy(sandbox, 'post', '/parties', ADA);
  expect(problemIn(await undo(sandbox, '1-2'))).toMatchObject(problem(422, { pointer: '/change' }));
});

test('an undone change stays undone in an exported and imported state', async () => {
  const sandbox = await controlled.open();
  await changeBy(sandbox, 'patch', `/parties/${BEN.partyId}`, { email: 'first@example.com' });
  await undo(sandbox, await changeBy(sandbox, 'post', '/parties', ADA));
  await undo(sandbox, await changeBy(sandbox, 'post', `/credentials/${BENS}/revoke`));
  const before = await everything(sandbox);
  const state = await sandbox.done('get', '/state');
  await sandbox.done('post', '/reset');
  await sandbox.done('put', '/state', state);
  expect(await everything(sandbox)).toEqual(before);
});

test('a program undoes a change by the numbers of its events', () => {
  using sandbox = controlled.emulator.sandbox();
  const { world } = sandbox;
  world.revoke(BENS);
  world.undo({ first: 1, last: world.events().events.length });
  expect(world.credential(BENS).credential.state).toBe('active');
});
