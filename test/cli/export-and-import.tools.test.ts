/** `--export-on-exit` writes the state of every sandbox, `--import` begins with it. */

import { expect, test } from 'vitest';
import { cast } from '../cast.js';
import { accessTokenOf } from './access-token.js';
import { callControl, stateOf } from './call-control.js';
import { idEmulator, readyLine, spawnedEmulator } from './id-emulator.js';
import { workingFolder } from './temporary-folder.js';

const BEN = cast('Ben').partyId;
const START = ['start', '--port', '0', '--log', 'json', '--now', '2026-02-03T04:05:06Z'];

interface Sandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: string;
  readonly apiUrl: string;
}

const EXPORTING = [...START, '--export-on-exit', 'state.json'];

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the state of every sandbox at %s is restored at the next start',
  async (signal) => {
    await using folder = await workingFolder();
    await using first = spawnedEmulator(EXPORTING, { cwd: folder.path });
    const before = await readyLine(first);
    const { body: sandbox } = await callControl<Sandbox>(before, '/sandboxes', {
      name: 'kept',
      scenario: 'flaky;share=0',
    });
    const token = await accessTokenOf(sandbox);
    await callControl(before, `/sandboxes/${sandbox.id}/world/parties/${encodeURIComponent(BEN)}/requests`, {
      provider: 'REDDIT',
    });
    await callControl(before, '/sandboxes/default/clock/advance', { by: 'P3D' });
    const states = [await stateOf(before), await stateOf(before, sandbox.id)];
    expect(await first.end(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });

    await using second = idEmulator([...START, '--import', 'state.json']);
    const after = await readyLine(second);
    expect([await stateOf(after), await stateOf(after, sandbox.id)]).toEqual(states);
    expect(
      (await callControl<{ sandboxes: Sandbox[] }>(after, '/sandboxes')).body.sandboxes.map(({ id }) => id),
    ).toEqual(['default', sandbox.id]);
    const users = await fetch(`${after.apiUrl}/institutions/me/users`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(users.status).toBe(200);
  },
);
