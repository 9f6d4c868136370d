/** `id-emulator scenarios` shows and checks every scenario that ships. */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';

const FOLDER = fileURLToPath(new URL('../../scenarios/', import.meta.url));
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.yaml', ''));
/** The scenario `variant` has no file: it is generated from the contract. */
const ALL = [...NAMES, 'variant'];

test('list has a line for each scenario, after six to begin with', async () => {
  const { stdout } = await outcomeOf(['scenarios', 'list']);
  const [needed = '', list = ''] = stdout.split('\n\n');
  expect(needed.split('\n')).toHaveLength(6);
  expect(needed).toMatch(/^Emulator-Scenario: rate-limit-burst +Some calls pass/);
  expect(list.trim().split('\n')).toHaveLength(ALL.length);
});

test('list --json has everything about each scenario', async () => {
  const { stdout } = await outcomeOf(['scenarios', 'list', '--json']);
  const scenarios = JSON.parse(stdout) as { name: string }[];
  expect(scenarios.map(({ name }) => name).toSorted()).toEqual(ALL.toSorted());
  expect(scenarios).toContainEqual(
    expect.objectContaining({ name: 'latency', group: 'network', recoverable: true, breaksContract: false }),
  );
});

test('check reports that each file is valid', async () => {
  const { code, stdout } = await outcomeOf(['scenarios', 'check', ...NAMES.map((name) => `${FOLDER}${name}.yaml`)]);
  expect(stdout.match(/ is valid$/gm)).toHaveLength(NAMES.length);
  expect(code).toBe(0);
});
