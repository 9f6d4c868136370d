/** An emulator with a folder as its store goes on after a restart as if nothing had happened. */

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import request, { type Response } from 'supertest';
import { expect, test, vi } from 'vitest';
import { type Emulator, type EmulatorOptions, type SandboxControl, startEmulator } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { temporaryFolder, type TemporaryFolder } from '../../cli/temporary-folder.js';
import { tokenOf } from '../../institution.js';

const PAULA = cast('Paula');
const ALICE = cast('Alice');
const ZOE = {
  situation: 'One of her own.',
  partyId: 'zoe::1',
  userId: 77,
  email: 'zoe@example.com',
  firstName: 'Zoe',
  lastName: 'Zander',
  status: 'ACTIVE',
  credentials: [],
  requests: [],
};
const USERS = '/institutions/me/users';

/** Starts an emulator with the folder as its store. It tells what it warns of. */
async function startIn(
  { path }: Pick<TemporaryFolder, 'path'>,
  options: EmulatorOptions = {},
): Promise<Emulator & { readonly warnings: string[] }> {
  const warnings: string[] = [];
  const emulator = await startEmulator(
    { store: join(path, 'data'), ...options },
    { onWarning: (message) => warnings.push(message) },
  );
  return Object.assign(emulator, { warnings });
}

async function get({ apiUrl }: Pick<Emulator, 'apiUrl'>, token: string, path = USERS): Promise<Response> {
  return await request(apiUrl).get(path).auth(token, { type: 'bearer' });
}

/** The sandbox with this ID in an emulator that was started again. */
function again(emulator: Emulator, { id }: SandboxControl): SandboxControl {
  return emulator.sandboxes().find((sandbox) => sandbox.id === id)!;
}

test('world, scenarios with their counters, frozen clock and exchanges of a sandbox are there after a restart', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder);
  const sandbox = first.sandbox({ name: 'checkout', seed: 11, now: '2026-03-01T00:00:00Z' });
  const token = await tokenOf(sandbox);
  sandbox.world.changeParty(PAULA.partyId, { email: 'other@example.com' });
  sandbox.use('rate-limit-burst', { burst: 3 });
  await get(sandbox, token);
  sandbox.clock.advance('1h');
  await get(sandbox, token);
  const before = { state: sandbox.state(), requests: sandbox.requests(), bundle: sandbox.bundle() };
  await first.close();

  await using second = await startIn(folder);
  const restored = again(second, sandbox);
  expect({ state: restored.state(), requests: restored.requests(), bundle: restored.bundle() }).toEqual(before);
});

test('access tokens and verification links stay valid over a restart', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder);
  const token = await tokenOf(first);
  const link = first.defaultSandbox.verificationLink(ALICE.credentials[0]!.contractId);
  await first.close();

  await using second = await startIn(folder);
  expect((await get(second, token)).status).toBe(200);
  expect((await request(second.apiUrl).get(`/verification/check/${link.token}`)).status).toBe(200);
});

test('a token that a scenario has revoked, and the window of a throttle, stay so over a restart', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder, { now: '2026-03-01T00:00:00Z' });
  const revoked = await tokenOf(first);
  const refused = await request(first.apiUrl)
    .get(USERS)
    .auth(revoked, { type: 'bearer' })
    .set('Emulator-Scenario', 'token-revoked');
  const token = await tokenOf(first);
  first.defaultSandbox.use('rate-limit-steady', { requests: 1, per: '1h' });
  const allowed = await get(first, token);
  await first.close();

  await using second = await startIn(folder);
  expect([refused.status, allowed.status]).toEqual([401, 200]);
  expect((await get(second, revoked)).status).toBe(401);
  expect((await get(second, token)).status).toBe(429);
});

test('exchanges after a restart are numbered on, and the journal has those before and after it', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder);
  const token = await tokenOf(first);
  await first.close();
  await using second = await startIn(folder);
  expect((await get(second, token)).headers['emulator-exchange']).toBe('2');
  const exchanges = second.defaultSandbox.requests();
  expect(exchanges.map(({ id, operation }) => [id, operation])).toEqual([
    [1, 'issueToken'],
    [2, 'getUsers'],
  ]);
  expect(exchanges[1]!.received).toBeGreaterThan(exchanges[0]!.received);
});

test('an exchange that the end of the emulator has cut off is in the journal after the restart', async () => {
  await using folder = await temporaryFolder();
  const failed = vi.fn();
  const first = await startEmulator({ store: join(folder.path, 'data') }, { onInternalError: failed });
  const token = await tokenOf(first);
  const headers = { Authorization: `Bearer ${token}`, 'Emulator-Scenario': 'slow-body;delay="20s"' };
  const response = await fetch(`${first.apiUrl}${USERS}`, { headers });
  const reading = response.text().catch((error: unknown) => error);
  await first.close();
  expect(await reading).toBeInstanceOf(Error);
  expect(failed).not.toHaveBeenCalled();

  await using second = await startIn(folder);
  const [cutOff] = second.defaultSandbox.requests({ operation: 'getUsers' });
  expect(cutOff).toMatchObject({ status: 200, scenarios: [{ scenario: 'slow-body' }], response: { ending: 'cut' } });
});

test('a journal keeps its size and stays empty after it was cleared, over a restart', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder, { journalSize: 3 });
  const cleared = first.sandbox();
  await tokenOf(cleared);
  cleared.journal.clear();
  const token = await tokenOf(first);
  for (let nth = 0; nth < 4; nth++) await get(first, token);
  await first.close();
  await using second = await startIn(folder, { journalSize: 3 });
  expect(second.defaultSandbox.requests().map(({ id }) => id)).toEqual([3, 4, 5]);
  expect(again(second, cleared).requests()).toEqual([]);
});

test('an exchange that was held while the journal was cleared is in no journal after a restart', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder);
  const cleared = first.sandbox();
  const token = await tokenOf(cleared);
  const hold = await cleared.hold('getUsers');
  const response = get(cleared, token).then(({ status }) => status);
  const [held] = await hold.arrived();
  cleared.journal.clear();
  await held.release();
  expect(await response).toBe(200);
  expect(cleared.requests()).toEqual([]);
  await first.close();
  await using second = await startIn(folder);
  expect(again(second, cleared).requests()).toEqual([]);
});

test('a clock that runs has gone on during a restart, and one that was set keeps its offset', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder);
  first.defaultSandbox.clock.advance('P10D');
  const before = first.defaultSandbox.clock.now().getTime();
  const stopped = Date.now();
  await first.close();
  await using second = await startIn(folder);
  const elapsed = second.defaultSandbox.clock.now().getTime() - before;
  expect(elapsed).toBeGreaterThanOrEqual(0);
  expect(elapsed).toBeLessThanOrEqual(Date.now() - stopped + 1);
});

test('a reset sandbox is as it was opened, and a removed one is gone, also after a restart', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder);
  const [reset, removed] = [first.sandbox({ seed: 4 }), first.sandbox()];
  await tokenOf(reset);
  reset.world.changeParty(PAULA.partyId, { email: 'other@example.com' });
  reset.reset();
  await tokenOf(reset);
  removed.remove();
  await first.close();
  await using second = await startIn(folder);
  expect(second.sandboxes().map(({ id }) => id)).toEqual(['default', reset.id]);
  expect(again(second, reset).world.party(PAULA.partyId).email).toBe(PAULA.email);
  expect(
    again(second, reset)
      .requests()
      .map(({ id }) => id),
  ).toEqual([1]);
});

test('sandboxes with a fixture of their own have it after a restart', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder);
  const fixture = { parties: [ZOE] };
  const sandboxes = [first.sandbox({ fixture, population: 0 }), first.sandbox({ fixture, population: 0 })];
  const parties = sandboxes[0]!.world.parties();
  await first.close();
  await using second = await startIn(folder);
  for (const sandbox of sandboxes) expect(again(second, sandbox).world.parties()).toEqual(parties);
});

test('the folder has the fixture of a new sandbox after another one with it was removed a moment before', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder);
  const fixture = { parties: [ZOE] };
  first.sandbox({ fixture, population: 0 }).remove();
  const sandbox = first.sandbox({ fixture, population: 0 });
  await first.close();
  await using second = await startIn(folder);
  expect(again(second, sandbox).world.parties().total).toBe(1);
});

test('the default sandbox keeps what it was made from, and the start says which options have no effect', async () => {
  await using folder = await temporaryFolder();
  await (await startIn(folder, { seed: 7 })).close();
  await using second = await startIn(folder, {
    seed: 8,
    strict: true,
    journalSize: 5,
    clientId: 'other',
    clientSecret: 'new',
  });
  expect(second.defaultSandbox.show()).toMatchObject({ seed: 7, strict: false });
  expect(second.warnings).toEqual([
    `the default sandbox of the folder ${join(folder.path, 'data')} keeps what it was made from, so these options have no effect on it: seed, strict, clientId, clientSecret`,
  ]);
});

test('a scenario that the emulator no longer has does nothing after the restart', async () => {
  await using folder = await temporaryFolder({
    'own/own-slow.yaml': `name: own-slow
summary: Slow.
group: network
basis: any
recoverable: true
fault: { delay: { before: headers, from: 1ms, to: 1ms } }
`,
  });
  const first = await startIn(folder, { scenarios: join(folder.path, 'own') });
  first.defaultSandbox.scenarios.use('own-slow');
  await first.close();
  await using second = await startIn(folder);
  expect(second.defaultSandbox.scenarios.active()).toMatchObject([{ scenario: 'own-slow', fired: 0 }]);
  const { accessToken } = second.defaultSandbox.accessToken();
  const answer = await request(second.apiUrl).get('/institutions/me/users').auth(accessToken, { type: 'bearer' });
  expect([answer.status, second.defaultSandbox.requests().at(-1)!.scenarios]).toEqual([200, []]);
});

test('an unused sandbox is removed after a restart, too: its idle time begins anew', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder, { sandboxIdleTtl: 1 });
  const sandbox = first.sandbox();
  await first.close();
  await using second = await startIn(folder, { sandboxIdleTtl: 1 });
  expect(second.sandboxes()).toHaveLength(2);
  await sleep(1_100);
  expect(second.sandboxes().map(({ id }) => id)).toEqual(['default']);
  expect((await request(second.url).get(`/_emulator/sandboxes/${sandbox.id}`)).status).toBe(404);
});

test('of many changes a snapshot is made, and all are there after a restart', async () => {
  await using folder = await temporaryFolder();
  const first = await startIn(folder, { now: '2026-03-01T00:00:00Z' });
  for (let change = 0; change < 1_100; change++) first.defaultSandbox.clock.advance(1_000);
  const before = first.defaultSandbox.state();
  await first.close();
  await using second = await startIn(folder);
  expect(second.defaultSandbox.state()).toEqual(before);
});

test('the key that signs tokens is made once, only its owner can read it, and the first start says where it is', async () => {
  await using folder = await temporaryFolder();
  const key = join(folder.path, 'data', 'signing-key.pem');
  const first = await startIn(folder);
  expect(first.warnings).toEqual([expect.stringContaining(key)]);
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  await first.close();
  await using second = await startIn(folder);
  expect(second.warnings).toEqual([]);
  expect(await readdir(join(folder.path, 'data'))).toContain('signing-key.pem');
});
