/** What clients see while the folder of a store cannot be written, and what is there afterwards. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callControl, stateOf } from '../../cli/call-control.js';
import { environmentWithoutSettings, MAIN, readyLine, spawnedEmulator, type ReadyLine } from '../../cli/id-emulator.js';
import { SpawnedProcess } from '../../cli/spawned-process.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { tokenOf } from '../../institution.js';

/** No file may grow beyond so many blocks of 512 bytes: to the emulator, the disk is full until it begins another file. */
const BLOCKS = 200;

function startOnSmallDisk(store: string): SpawnedProcess {
  const script = `ulimit -f ${BLOCKS}; exec "$@"`;
  const command = [process.execPath, MAIN, 'start', '--port', '0', '--log', 'json', '--store', store];
  return new SpawnedProcess('sh', ['-c', script, 'sh', ...command], {
    cwd: import.meta.dirname,
    env: environmentWithoutSettings(),
  });
}

async function users({ apiUrl }: ReadyLine, token: string): Promise<Response> {
  return fetch(`${apiUrl}/institutions/me/users?limit=1`, { headers: { Authorization: `Bearer ${token}` } });
}

/** Adds parties until one is refused. Adds their IDs to a list, and returns the refusal. */
async function fillUp(emulator: ReadyLine, added: string[]): Promise<{ status: number; body: unknown }> {
  for (;;) {
    const partyId = `party-${added.length}`;
    const party = { partyId, email: `${partyId}@example.com`, firstName: 'F'.repeat(2_000), lastName: 'Full' };
    const { status, body } = await callControl(emulator, '/sandboxes/default/world/parties', party);
    if (status !== 201) return { status, body };
    added.push(partyId);
  }
}

test.skipIf(process.platform === 'win32')(
  'when the disk is full, requests and readiness get 503 with the reason, health says it, and a restart has the rest',
  async () => {
    await using folder = await temporaryFolder();
    const store = join(folder.path, 'data');
    await using command = startOnSmallDisk(store);
    const emulator = await readyLine(command);
    const token = await tokenOf(emulator);
    const added: string[] = [];
    const refused = await fillUp(emulator, added);
    expect(added.length).toBeGreaterThan(5);
    expect(refused).toEqual({
      status: 503,
      body: {
        type: 'about:blank',
        title: 'The store is not available',
        status: 503,
        detail: expect.stringMatching(
          `^the folder ${store} cannot be written: .*File too large.*; start the emulator again$`,
        ) as string,
      },
    });
    const unavailable = await users(emulator, token);
    expect(unavailable.status).toBe(503);
    expect(unavailable.headers.get('retry-after')).toBe('1');
    expect(unavailable.headers.get('emulator-diagnostic')).toContain(`the folder ${store} cannot be written`);
    expect(await unavailable.json()).toEqual({
      error: 'service_unavailable',
      message: 'The service is temporarily unavailable.',
    });

    const reason = (refused.body as { detail: string }).detail;
    expect(await callControl(emulator, '/health/live')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await callControl(emulator, '/health/ready')).toMatchObject({ status: 503, body: { detail: reason } });
    expect(await callControl(emulator, '/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', sandboxes: 1, store: { name: `the folder ${store}`, reachable: false, reason } },
    });

    // Nothing is shown that the folder does not have.
    expect((await callControl(emulator, '/sandboxes/default/journal')).status).toBe(503);
    await command.end('SIGTERM');
    await using restarted = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--store', store]);
    expect(partiesIn(await stateOf(await readyLine(restarted)))).toEqual(added);
  },
);

function partiesIn({ events }: { readonly events: readonly object[] }): string[] {
  return (events as { readonly partyId: string }[]).map(({ partyId }) => partyId);
}
