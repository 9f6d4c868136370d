/** `id-emulator replay`: replays an exported run. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { tokenOf } from '../institution.js';
import { spawnedEmulator } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

/** The bundle of a sandbox with two requests for users and an hour between them. */
async function bundleText(): Promise<string> {
  await using emulator = await startEmulator({ now: '2026-01-01T00:00:00Z' });
  const sandbox = emulator.sandbox();
  for (let nth = 0; nth < 2; nth++) {
    const token = await tokenOf(sandbox);
    await fetch(`${sandbox.apiUrl}/institutions/me/users`, { headers: { Authorization: `Bearer ${token}` } });
    sandbox.clock.advance('1h');
  }
  const answer = await fetch(`${emulator.url}/_emulator/sandboxes/${sandbox.id}/bundle`);
  return await answer.text();
}

test('a bundle whose journal did not keep a body ends with 1 and the reason, and the process ends', async () => {
  const bundle = JSON.parse(await bundleText()) as { steps: { exchange?: { request: { body: object } } }[] };
  bundle.steps[0]!.exchange!.request.body = { omitted: true, bytes: 100 };
  await using folder = await temporaryFolder({ 'bundle.json': JSON.stringify(bundle) });
  await using command = spawnedEmulator(['replay', 'bundle.json'], { cwd: folder.path });
  const { code, stdout, stderr } = await command.ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    'id-emulator: the request of exchange 1 cannot be replayed: the journal did not keep its body of 100 bytes\n',
  );
});
