/** A bundle: what a sandbox did, and the states around it. */

import { expect, test } from 'vitest';
import type { Bundle } from '../../../src/emulator/control/state/bundle.js';
import { startEmulator, type SandboxControl } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { tokenOf } from '../../institution.js';

async function get(sandbox: SandboxControl, token: string, path: string): Promise<string> {
  const response = await fetch(sandbox.apiUrl + path, { headers: { Authorization: `Bearer ${token}` } });
  return await response.text();
}

function exchangesIn({ steps }: Bundle): number {
  return steps.filter((step) => 'exchange' in step).length;
}

test('a sandbox that takes the state of a bundle gives the recorded responses again', async () => {
  await using emulator = await startEmulator({ now: '2026-05-06T07:08:09Z' });
  const ben = cast('Ben').partyId;
  using sandbox = emulator.sandbox();
  sandbox.clock.advance('PT30M');
  sandbox.world.revoke(cast('Ben').credentials[0]!.contractId);
  sandbox.scenarios.select('rate-limit-burst;after=2');
  const paths = ['/institutions/me/users?limit=3', `/institutions/me/human-scores/${ben}`, '/institutions/me/users'];
  const ask = async (asked: SandboxControl): Promise<string[]> => {
    const { accessToken } = asked.accessToken();
    const bodies: string[] = [];
    for (const path of paths) bodies.push(await get(asked, accessToken, path));
    return bodies;
  };
  const recorded = await ask(sandbox);
  const { state } = JSON.parse(JSON.stringify(sandbox.bundle())) as Bundle;

  using other = emulator.sandbox();
  other.load(state);
  expect(await ask(other)).toEqual(recorded);
  expect(other.requests().map(({ status }) => status)).toEqual([200, 200, 429]);
});

test('a bundle is of one moment, though requests come while its exchanges are read', async () => {
  await using emulator = await startEmulator();
  const { defaultSandbox: sandbox } = emulator;
  const token = await tokenOf(sandbox);
  for (let call = 0; call < 15; call++) await get(sandbox, token, '/institutions/me/users?limit=1');
  const steps = sandbox.journal.bundle();
  expect(steps.next().done).toBe(false);
  sandbox.clock.advance('2h');
  await get(sandbox, token, '/institutions/me/users?limit=1');
  let last = steps.next();
  while (last.done !== true) last = steps.next();
  expect(exchangesIn(last.value)).toBe(16);
  expect(last.value.steps).toHaveLength(16);
  expect(last.value.end.clock.time).toBeLessThan(sandbox.state().clock.time - 3_600_000);
});

test('a bundle of a full journal begins at a checkpoint', async () => {
  await using emulator = await startEmulator({ journalSize: 40 });
  const { defaultSandbox: sandbox } = emulator;
  const token = await tokenOf(sandbox);
  for (let nth = 0; nth < 100; nth++) await get(sandbox, token, `/institutions/me/users?limit=${(nth % 7) + 1}`);
  const bundle = sandbox.bundle();
  expect(exchangesIn(bundle)).toBeGreaterThanOrEqual(30);
  expect(exchangesIn(bundle) + bundle.earlier.length).toBe(40);
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
  expect(() => emulator.defaultSandbox.bundle()).toThrow('nothing to export');
});
