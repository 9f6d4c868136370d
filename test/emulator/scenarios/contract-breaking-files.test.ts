/** A scenario that breaks the contract must declare it. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadScenarios } from '../../../src/emulator/scenarios/load-scenarios.js';
import { shippedContracts } from '../../../src/start/shipped.js';

/** Loads a folder with one scenario of the given faults. */
async function load(faults: string, breaksContract: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'id-emulator-'));
  const lines = [
    'name: own',
    'summary: A test.',
    'group: server',
    'basis: this test',
    'recoverable: false',
    `breaksContract: ${breaksContract}`,
    'operations: [getUsers]',
    faults,
  ];
  await writeFile(join(folder, 'own.yaml'), lines.join('\n'));
  try {
    return loadScenarios(folder, shippedContracts()).size;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const breaking = [
  [
    'a status outside the contract',
    'fault: { answer: { status: 418, error: teapot, message: Short and stout. } }',
    /own\.yaml:8:28: \/fault\/answer\/status: the contract has no status 418 for getUsers; add "breaksContract: true" if/,
  ],
  [
    'a text',
    'fault: { answer: { status: 500, text: Oops., type: text/plain } }',
    /\/fault\/answer\/text: expected "breaksContract: true", because the contract has no response with a text, found "Oops\."/,
  ],
  [
    'a body of another kind',
    'fault: { body: { as: html } }',
    /\/fault\/body: expected "breaksContract: true" beside a body that the contract does not have, found/,
  ],
  [
    'a new value of an enumeration',
    'fault: { alter: { how: unknown-enum } }',
    /\/fault\/alter\/how: expected "breaksContract: true" beside values that the contract does not allow, found "unknown-enum"/,
  ],
  ['a step that breaks it', 'steps: [{ calls: 1 }, { fault: { body: { as: empty } } }]', /\/steps\/1\/fault\/body: /],
] as const;

test.each(breaking)('%s is refused with its position', async (_, faults, message) => {
  await expect(load(faults, false)).rejects.toThrow(message);
});

test.each(breaking)('%s is accepted if the file declares it', async (_, faults) => {
  expect(await load(faults, true)).toBe(1);
});

test('a status of the contract is accepted', async () => {
  expect(await load('fault: { answer: { status: 403, error: forbidden, message: No. } }', false)).toBe(1);
});
