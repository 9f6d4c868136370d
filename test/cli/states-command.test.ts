/** `id-emulator states list` lists every provider state. */

import { expect, test } from 'vitest';
import { listStates } from '../../src/cli/reference/states.js';
import { providerStates } from '../../src/pact/states/shipped-states.js';

test('list has a line for each state', () => {
  expect(listStates(providerStates, {}).trim().split('\n')).toHaveLength(providerStates.length);
});

test('list --json has everything but what only runs', () => {
  const states = JSON.parse(listStates(providerStates, { json: true })) as object[];
  expect(states).toHaveLength(providerStates.length);
  expect(states).toContainEqual(
    expect.objectContaining({
      name: 'token-expired',
      group: 'authentication',
      scenarios: ['token-expired'],
      parameters: {},
    }),
  );
});
