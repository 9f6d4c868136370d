/** The examples of docs/contracts.md about provider states run. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import * as publicNames from '../../../src/verify/index.js';
import { shippedSchema } from '../../../src/common/shipped-files.js';
import { loadStates } from '../../../src/pact/states/load-states.js';
import { setUpStates } from '../../../src/pact/states/set-up-states.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

const GUIDE = readFileSync(new URL('../../../docs/contracts.md', import.meta.url), 'utf8');

test('the example of a state of your own can be loaded and set up', async () => {
  const [, text] = /```js\n\/\/ states\.mjs\n([^`]*)```/.exec(GUIDE)!;
  await using folder = await temporaryFolder({ 'states.mjs': text! });
  const states = await loadStates(join(folder.path, 'states.mjs'));
  await using emulator = await startEmulator({ population: 0 });
  const { values } = await setUpStates(
    [{ name: 'party party::7 is important', params: {} }],
    states,
    emulator.defaultSandbox,
  );
  expect(values).toEqual({ partyId: 'party::7' });
  expect(emulator.defaultSandbox.world.party('party::7').credentials.map(({ provider }) => provider)).toEqual([
    'GOOGLE',
    'GITHUB',
  ]);
});

test('every name that the guide imports is exported', () => {
  const names = [...GUIDE.matchAll(/import \{ (.*) \} from 'id-emulator\/pact'/g)].flatMap(([, list]) =>
    list!.split(', '),
  );
  expect(names).toContain('verifyPacts');
  for (const name of names) expect(publicNames).toHaveProperty(name);
});

test('the guide lists every type of parameter', () => {
  const { items } = shippedSchema('provider-states') as {
    items: { properties: { parameters: { additionalProperties: { properties: { type: { enum: string[] } } } } } };
  };
  for (const type of items.properties.parameters.additionalProperties.properties.type.enum)
    expect(GUIDE).toContain(`\`${type}\``);
});
