/** What was answered is there after kill -9 of the process at any moment. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { budget } from '../../budget.js';
import { callControl } from '../../cli/call-control.js';
import { readyLine, spawnedEmulator, type ReadyLine } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { tokenOf } from '../../institution.js';

const KILLS = budget({ short: 3, long: 40 });
const CLIENTS = 4;

/** What a client was answered: the number of its last exchange, and the parties that it added. */
interface Answered {
  exchange: number;
  readonly parties: string[];
}

test(
  `${KILLS} times killed at any moment, an emulator has everything that it answered`,
  { timeout: 120_000 },
  async () => {
    await using folder = await temporaryFolder();
    const store = join(folder.path, 'data');
    const answered: Answered = { exchange: 0, parties: [] };
    let token: string | undefined;
    for (let kill = 0; kill < KILLS; kill++) {
      await using command = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--store', store]);
      const emulator = await readyLine(command);
      await expectAnswered(emulator, answered);
      token ??= await tokenOf(emulator);
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        work(emulator, token!, answered, `${kill}-${client}`),
      );
      const enough = 30 + 40 * kill;
      while (answered.parties.length < enough) await new Promise((resolve) => setImmediate(resolve));
      await command.end('SIGKILL');
      await Promise.all(clients);
    }
    await using last = spawnedEmulator(['start', '--port', '0', '--log', 'json', '--store', store]);
    await expectAnswered(await readyLine(last), answered);
    expect(await last.end('SIGTERM')).toMatchObject({ code: 0 });
  },
);

/** Reads, and adds parties, until the emulator is gone. */
async function work(emulator: ReadyLine, token: string, answered: Answered, name: string): Promise<void> {
  try {
    for (let nth = 0; ; nth++) {
      const response = await fetch(`${emulator.apiUrl}/institutions/me/users?limit=1`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      await response.text();
      answered.exchange = Math.max(answered.exchange, Number(response.headers.get('Emulator-Exchange')));
      const partyId = `party-${name}-${nth}`;
      const added = await callControl(emulator, '/sandboxes/default/world/parties', {
        partyId,
        email: `${partyId}@example.com`,
        firstName: 'New',
        lastName: 'Comer',
      });
      if (added.status === 201) answered.parties.push(partyId);
    }
  } catch {
    // It was killed.
  }
}

async function expectAnswered(emulator: ReadyLine, { exchange, parties }: Answered): Promise<void> {
  const response = await fetch(`${emulator.url}/_emulator/sandboxes/default/state`);
  const state = (await response.json()) as {
    issued: { exchanges: number };
    events: { type: string; partyId: string }[];
  };
  expect(state.issued.exchanges).toBeGreaterThanOrEqual(exchange);
  const added = new Set(state.events.map(({ partyId }) => partyId));
  expect(parties.filter((partyId) => !added.has(partyId))).toEqual([]);
}
