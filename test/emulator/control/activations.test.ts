/** Activations of scenarios: added, counted, ended by request, count or duration. */

import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';
import { startControlledEmulator } from './controlled-emulator.js';

const controlled = await untilEnd(startControlledEmulator({ population: 0, now: '2026-01-31T09:00:00.000Z' }));

testExchanges(new URL('activations.yaml', import.meta.url), sandboxesOf(controlled.emulator));

test('the catalogue lists every scenario with its parameters', async () => {
  const { scenarios } = (await controlled.control('get', '/scenarios')).body as { scenarios: { name: string }[] };
  expect(scenarios.length).toBeGreaterThan(50);
  expect(scenarios.find(({ name }) => name === 'flaky')).toMatchObject({
    parameters: { share: { type: 'number', minimum: 0, maximum: 1 } },
  });
});
