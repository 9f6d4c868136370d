/** Sandboxes with a lease of their own: removed after a time without use, which every use renews. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmulator, type Emulator } from '../../../src/index.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { callControl } from '../../cli/call-control.js';
import { tokenOf } from '../../institution.js';

const realTime = performance.now.bind(performance);
let passed = 0;

/** Lets real time pass for the emulator. */
function pass(seconds: number): void {
  passed += seconds * 1_000;
}

let emulator: Emulator;
beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => realTime() + passed);
  emulator = await startEmulator();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await emulator.close();
});

const ids = (): string[] => emulator.sandboxes().map(({ id }) => id);

test('an unused sandbox is removed after its own time, and others stay', () => {
  const other = emulator.sandbox();
  const leased = emulator.sandbox({ idleTtl: 300 });
  pass(200);
  expect(ids()).toEqual(['default', other.id, leased.id]);
  pass(200);
  expect(ids()).toEqual(['default', other.id]);
});

test('each use renews the time', async () => {
  const { id } = emulator.sandbox({ idleTtl: 300 });
  for (let times = 0; times < 3; times++) {
    pass(200);
    expect((await callControl(emulator, `/sandboxes/${id}`)).status).toBe(200);
  }
  pass(400);
  expect((await callControl(emulator, `/sandboxes/${id}`)).status).toBe(404);
});

test('a look-up of a sandbox that is unused for too long ends its streams and its held calls', async () => {
  const sandbox = emulator.sandbox({ idleTtl: 300 });
  const stream = await fetch(`${emulator.url}/_emulator/sandboxes/${sandbox.id}/journal/stream`);
  const token = await tokenOf(sandbox);
  const hold = await sandbox.hold('getUsers');
  const held = fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers: { Authorization: `Bearer ${token}` } });
  await hold.arrived();
  pass(400);
  expect((await callControl(emulator, `/sandboxes/${sandbox.id}`)).status).toBe(404);
  await stream.text();
  expect((await held).status).toBe(200);
});

test('a stream sends what it has to send after its sandbox was unused for too long', async () => {
  const sandbox = emulator.sandbox({ idleTtl: 300 });
  const stream = await fetch(`${emulator.url}/_emulator/sandboxes/${sandbox.id}/journal/stream`);
  await tokenOf(sandbox);
  pass(400);
  let events = '';
  for await (const bytes of stream.body!) {
    events += Buffer.from(bytes).toString();
    if (events.includes('event: exchange')) break;
  }
  expect(events).toContain('"operation":"issueToken"');
});

test('a call that was held renews the time when it goes on', async () => {
  const sandbox = emulator.sandbox({ idleTtl: 300 });
  const token = await tokenOf(sandbox);
  const hold = await sandbox.hold('createCredentialsRequest', { at: 'request' });
  const headers = { Authorization: `Bearer ${token}` };
  const held = fetch(`${sandbox.apiUrl}/institutions/me/credentials/request`, { method: 'POST', headers });
  const [call] = await hold.arrived();
  pass(200);
  await call.release();
  await held;
  pass(200);
  expect(ids()).toEqual(['default', sandbox.id]);
});

test('a call whose response takes longer than the time is use, and renews it', async () => {
  const sandbox = emulator.sandbox({ idleTtl: 300 });
  const headers = {
    Authorization: `Bearer ${await tokenOf(sandbox)}`,
    'Emulator-Scenario': 'drip;bytes=100;every="20ms"',
  };
  const response = await fetch(`${sandbox.apiUrl}/institutions/me/users?limit=20`, { headers });
  pass(400);
  expect(ids()).toEqual(['default', sandbox.id]);
  await response.text();
  await expect.poll(ids).toEqual(['default', sandbox.id]);
  pass(400);
  await expect.poll(ids).toEqual(['default']);
});

test('a reset and a loaded state keep it', () => {
  const sandbox = emulator.sandbox({ idleTtl: 300 });
  sandbox.reset();
  sandbox.load(sandbox.state());
  expect(sandbox.show()).toMatchObject({ idleTtl: 300 });
  pass(400);
  expect(ids()).toEqual(['default']);
});

test('it is kept over a restart', async () => {
  await using folder = await temporaryFolder({});
  const store = `${folder.path}/store`;
  const first = await startEmulator({ store });
  const { id } = first.sandbox({ idleTtl: 300 });
  await first.close();
  const second = await startEmulator({ store });
  expect(second.sandboxes().map((sandbox) => sandbox.id)).toEqual(['default', id]);
  pass(400);
  expect(second.sandboxes().map((sandbox) => sandbox.id)).toEqual(['default']);
  await second.close();
});

test.each([0, 1.5, '300', 31_536_001])('a time of %j is refused', async (idleTtl) => {
  const { status, body } = await callControl<{ detail: string }>(emulator, '/sandboxes', { idleTtl });
  expect(status).toBe(422);
  expect(body.detail).toContain('idleTtl');
});
