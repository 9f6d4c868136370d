/** Replays bundles, and reports differences. */

import { expect, test } from 'vitest';
import type { Bundle } from '../../../src/emulator/control/state/bundle.js';
import { startEmulator, type SandboxControl } from '../../../src/index.js';
import { replayBundle } from '../../../src/start/replay/replay-bundle.js';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';

function copyOf(sandbox: SandboxControl): Bundle {
  return JSON.parse(JSON.stringify(sandbox.bundle())) as Bundle;
}

async function get(
  sandbox: SandboxControl,
  token: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(sandbox.apiUrl + path, { headers: { Authorization: `Bearer ${token}`, ...headers } });
}

test('parallel requests are replayed in the order in which they were handled', async () => {
  await using emulator = await startEmulator({ scenario: 'flaky;share=0.3' });
  const { defaultSandbox: sandbox } = emulator;
  const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenOf(sandbox)));
  const body = JSON.stringify({ partyId: cast('Ben').partyId, providers: ['REDDIT', 'TWITTER'] });
  await Promise.all(
    Array.from({ length: 60 }, async (_, nth) => {
      const token = tokens[nth % 10]!;
      if (nth % 3 > 0) return get(sandbox, token, '/institutions/me/users?limit=3');
      return fetch(`${sandbox.apiUrl}/institutions/me/credentials/request`, {
        method: 'POST',
        body,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      });
    }),
  );
  const replay = await replayBundle(copyOf(sandbox), 'bundle.json');
  await replay.close();
  expect(replay.difference).toBeUndefined();
  expect(replay.exchanges).toBe(70);
});

test('a bundle is of one moment, though requests come while its exchanges are read', async () => {
  await using emulator = await startEmulator();
  const { defaultSandbox: sandbox } = emulator;
  const token = await tokenOf(sandbox);
  for (let call = 0; call < 15; call++) await get(sandbox, token, '/institutions/me/users?limit=1');
  const steps = sandbox.journal.bundleInSteps();
  expect(steps.next().done).toBe(false);
  sandbox.clock.advance('2h');
  await get(sandbox, token, '/institutions/me/users?limit=1');
  let last = steps.next();
  while (last.done !== true) last = steps.next();
  const replay = await replayBundle(JSON.parse(JSON.stringify(last.value)) as Bundle, 'bundle.json');
  await replay.close();
  expect(replay).toMatchObject({ exchanges: 16, actions: 0, difference: undefined });
});

test('a response that differs is reported with the position of the difference', async () => {
  await using emulator = await startEmulator();
  const { defaultSandbox: sandbox } = emulator;
  const token = await tokenOf(sandbox);
  await get(sandbox, token, `/institutions/me/credentials/${cast('Ben').partyId}`);
  const text = JSON.stringify(sandbox.bundle()).replaceAll(
    String.raw`\"firstName\":\"Ben\"`,
    String.raw`\"firstName\":\"Len\"`,
  );
  const replay = await replayBundle(JSON.parse(text) as Bundle, 'bundle.json');
  await replay.close();
  expect(replay.difference).toMatchObject({
    exchange: 2,
    where: expect.stringMatching(/^body at character \d+$/) as string,
    recorded: expect.stringContaining('"Len"') as string,
    replayed: expect.stringContaining('"Ben"') as string,
  });
});

test('a replay does not wait for slow or missing responses', async () => {
  await using emulator = await startEmulator();
  const { defaultSandbox: sandbox } = emulator;
  const token = await tokenOf(sandbox);
  const hungUp = AbortSignal.timeout(100);
  await fetch(`${sandbox.apiUrl}/institutions/me/users`, {
    headers: { Authorization: `Bearer ${token}`, 'Emulator-Scenario': 'no-answer' },
    signal: hungUp,
  }).catch(() => undefined);
  const replay = await replayBundle(copyOf(sandbox), 'bundle.json');
  await replay.close();
  expect(replay).toMatchObject({ difference: undefined, exchanges: 2 });
});

test('a replay has the order of the effects, and that in which held calls went on', async () => {
  await using emulator = await startEmulator();
  const { defaultSandbox: sandbox } = emulator;
  const token = await tokenOf(sandbox);
  const hold = await sandbox.hold('getUsers', { calls: 2 });
  const answers = ['?limit=1', '?limit=2'].map((query) => get(sandbox, token, `/institutions/me/users${query}`));
  const both = Promise.allSettled(answers);
  const [first, second] = await hold.arrived();
  await second.release();
  await first.fail('connection-reset');
  await both;
  await get(sandbox, token, '/institutions/me/users', { 'Emulator-Scenario': 'hold;until=limit;limit="1ms"' });
  const bundle = copyOf(sandbox);
  const replay = await replayBundle(bundle, 'bundle.json');
  expect(replay.difference).toBeUndefined();
  const releases = replay.sandbox.requests().map(({ held, release }) => [held, release?.order, release?.reason]);
  expect(releases).toEqual([
    [undefined, undefined, undefined],
    [true, 2, 'failed'],
    [true, 1, 'released'],
    [true, 3, 'limit'],
  ]);
  await expect(replay.sandbox.hold('getUsers')).resolves.toBeDefined();
  await replay.close();
});

test('a bundle of a full journal begins at a checkpoint', async () => {
  await using emulator = await startEmulator({ journalSize: 40 });
  const { defaultSandbox: sandbox } = emulator;
  const token = await tokenOf(sandbox);
  sandbox.use('rate-limit-burst', { after: 3, burst: 70 });
  for (let nth = 0; nth < 100; nth++) await get(sandbox, token, `/institutions/me/users?limit=${(nth % 7) + 1}`);
  const bundle = copyOf(sandbox);
  expect(bundle.steps.length).toBeGreaterThanOrEqual(30);
  const replay = await replayBundle(bundle, 'bundle.json');
  await replay.close();
  expect(replay).toMatchObject({ difference: undefined, exchanges: bundle.steps.length });
});

test('the emulator continues in the state at the end of the bundle', async () => {
  await using emulator = await startEmulator({ now: '2026-05-06T07:08:09Z' });
  const { defaultSandbox: sandbox } = emulator;
  const token = await tokenOf(sandbox);
  await get(sandbox, token, '/institutions/me/users');
  sandbox.clock.advance('PT30M');
  sandbox.world.approve(cast('Paula').partyId);
  const replay = await replayBundle(copyOf(sandbox), 'bundle.json');
  expect(replay.sandbox.clock.reading()).toEqual({ time: '2026-05-06T07:38:09.000Z', frozen: true });
  expect(replay.sandbox.world.party(cast('Paula').partyId)).toEqual(sandbox.world.party(cast('Paula').partyId));
  const path = `/institutions/me/credentials/${cast('Paula').partyId}`;
  const there = await get(replay.sandbox, await tokenOf(replay.sandbox), path);
  const here = await get(sandbox, await tokenOf(sandbox), path);
  expect(await there.text()).toBe(await here.text());
  await replay.close();
});

test('a bundle contains no secret', async () => {
  await using emulator = await startEmulator({ clientSecret: 'a-very-secret-secret' });
  const { defaultSandbox: sandbox } = emulator;
  const token = await tokenOf(sandbox);
  const basic = Buffer.from('demo-institution:a-very-secret-secret').toString('base64');
  await fetch(sandbox.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { Authorization: `Basic ${basic}` },
  });
  const text = JSON.stringify(sandbox.bundle());
  for (const secret of ['a-very-secret-secret', basic, token]) expect(text).not.toContain(secret);
});

test('a sandbox without exchanges has no bundle', async () => {
  await using emulator = await startEmulator();
  expect(() => emulator.defaultSandbox.bundle()).toThrow('nothing to replay');
});
