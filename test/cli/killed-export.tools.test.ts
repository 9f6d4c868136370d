/** An emulator that is killed during its export leaves a complete file: the old one or the new one. */

import { once } from 'node:events';
import { watch } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { budget } from '../budget.js';
import { cast } from '../cast.js';
import { callControl, stateOf } from './call-control.js';
import { spawnedEmulator, readyLine } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

/** Half of them after some time, half of them after the first file has been touched: at least one of each. */
const KILLS = budget({ short: 2, long: 15 });
/** Few with long names: the file takes as long to write as one with many, but the import is fast. */
const PARTIES = 500;
const LENGTH_OF_NAMES = 7_500;
const SEVERAL_MEGABYTES = 3_000_000;
const FLAGS = [
  'start',
  '--port',
  '0',
  '--log',
  'json',
  '--now',
  '2026-02-03T04:05:06Z',
  '--export-on-exit',
  'state.json',
];

/** The part of an exported file that these tests look at. */
interface Saved {
  readonly sandboxes: readonly { readonly state: { readonly clock: { readonly time: number } } }[];
}

test(
  'at any time of the kill, the file has the old or the new state, and at most one temporary file is left',
  { timeout: 120_000 },
  async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'state.json');
    await exportLargeState(folder.path);
    expect((await stat(file)).size).toBeGreaterThan(SEVERAL_MEGABYTES);

    for (let kill = 0; kill < KILLS; kill++) {
      const old = clockOf(await readFile(file, 'utf8'));
      await using command = spawnedEmulator([...FLAGS, '--import', 'state.json'], { cwd: folder.path });
      const emulator = await readyLine(command);
      const { body } = await callControl<{ time: string }>(emulator, '/sandboxes/default/clock/advance', { by: '1h' });
      const time = Date.parse(body.time);
      const moment = momentToKill(folder.path, kill);
      const ended = command.end('SIGTERM');
      await moment;
      await Promise.all([command.end('SIGKILL'), ended]);
      expect([old, time]).toContain(clockOf(await readFile(file, 'utf8')));
      expect((await unfinishedFiles(folder.path)).length).toBeLessThanOrEqual(1);
    }

    await using last = spawnedEmulator([...FLAGS, '--import', 'state.json'], { cwd: folder.path });
    await readyLine(last);
    expect(await last.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(folder.path)).toEqual(['state.json']);
  },
);

/** Writes the state of a world with many events to the folder. */
async function exportLargeState(folder: string): Promise<void> {
  await using command = spawnedEmulator(FLAGS, { cwd: folder });
  const emulator = await readyLine(command);
  const state = await stateOf(emulator);
  const events = Array.from({ length: PARTIES }, (_, nth) => partyAdded(nth));
  const answer = await fetch(`${emulator.url}/_emulator/sandboxes/default/state`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...state, events }),
  });
  expect(answer.status).toBe(200);
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
}

/** A party with a long name. */
function partyAdded(nth: number): object {
  const partyId = `party::${nth}`;
  const party = {
    partyId,
    userId: 90_000_000 + nth,
    email: `${nth}@example.com`,
    firstName: `${nth}`,
    lastName: cast('Ben').lastName.padEnd(LENGTH_OF_NAMES, 'n'),
    status: 'ACTIVE',
    credentials: [],
    requests: [],
  };
  return { type: 'party-added', partyId, party };
}

/** Kills alternately some time after the signal to end, and some time after the first file changed. */
async function momentToKill(folder: string, kill: number): Promise<void> {
  if (kill % 2 === 1) {
    const watcher = watch(folder);
    await once(watcher, 'change');
    watcher.close();
  }
  await sleep(kill);
}

function clockOf(text: string): number {
  return (JSON.parse(text) as Saved).sandboxes[0]!.state.clock.time;
}

async function unfinishedFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
}
