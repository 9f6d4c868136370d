/** How many generated parties a sandbox has: by its options, by its fixture, by the emulator's options. */

import { afterEach, expect, test } from 'vitest';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../../src/index.js';
import type { SandboxOptions } from '../../../src/emulator/options.js';
import { tokenOf } from '../../institution.js';

let emulator: Emulator;
afterEach(() => emulator.close());

const sizes = async (options: EmulatorOptions, ...sandboxes: readonly SandboxOptions[]) => {
  emulator = await startEmulator(options);
  return [emulator.defaultSandbox, ...sandboxes.map((own) => emulator.sandbox(own))].map(
    (sandbox) => sandbox.show().population,
  );
};

test('the fixture "empty" has no population unless one is asked for', async () => {
  expect(await sizes({ fixture: 'empty' }, {}, { population: 3 }, { fixture: 'default' })).toEqual([0, 0, 3, 200]);
});

test('with the fixture "empty" every list is empty', async () => {
  await sizes({ fixture: 'empty' });
  const headers = { authorization: `Bearer ${await tokenOf(emulator)}` };
  for (const list of ['users', 'credentials', 'human-scores']) {
    const response = await fetch(`${emulator.apiUrl}/institutions/me/${list}`, { headers });
    expect(await response.json()).toMatchObject({ items: [], pagination: { total: 0 } });
  }
});

test.each([1, 25, 1_000])('with the fixture "users-%i" the users list has so many rows', async (rows) => {
  expect(await sizes({ fixture: `users-${rows}` })).toEqual([0]);
  const headers = { authorization: `Bearer ${await tokenOf(emulator)}` };
  const response = await fetch(`${emulator.apiUrl}/institutions/me/users`, { headers });
  expect(await response.json()).toMatchObject({ pagination: { total: rows } });
});

test('no fixture has more rows, or none', async () => {
  const [none, more] = ['users-0', 'users-1001'];
  await expect(startEmulator({ fixture: none })).rejects.toThrow(none);
  await expect(startEmulator({ fixture: more })).rejects.toThrow(more);
  emulator = await startEmulator();
});

test('a sandbox with a number of rows can be saved and loaded', async () => {
  await sizes({});
  const [saved, other] = [emulator.sandbox({ fixture: 'users-25' }), emulator.sandbox()];
  other.load(saved.state());
  expect(other.world.parties({ limit: 1 }).total).toBe(25);
});

test('a population asked for with the fixture "empty" is generated', async () => {
  expect(await sizes({ fixture: 'empty', population: 7 }, {}, { fixture: 'empty' })).toEqual([7, 7, 0]);
});

test('a fixture of its own leaves the population as the emulator has it, unless it states one', async () => {
  const sandboxes = [{ fixture: { parties: [] } }, { fixture: { population: 2, parties: [] } }];
  expect(await sizes({ population: 5 }, ...sandboxes)).toEqual([5, 5, 2]);
});
