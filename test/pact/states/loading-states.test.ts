/** The states of a consumer's module are checked when they are loaded. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DocumentError } from '../../../src/contract/documents/read-document.js';
import { findState } from '../../../src/pact/states/find-state.js';
import { loadStates, statesWith } from '../../../src/pact/states/load-states.js';
import { providerStates } from '../../../src/pact/states/shipped-states.js';
import { startEmulator } from '../../../src/index.js';
import { setUpStates } from '../../../src/pact/states/set-up-states.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

const VIP = `{
  name: 'party-is-vip',
  summary: 'A party is important.',
  sentences: ['party {partyId} is important', 'party {partyId} is very important'],
  parameters: { partyId: { type: 'text', description: 'The party ID.' } },
  async setUp({ world }, { partyId }) {
    await world.addParty({ partyId, email: 'vip@example.com', firstName: 'V', lastName: 'Ip' });
    return { values: { level: 9 } };
  },
}`;

/** Loads a module with this name and text. */
async function load(name: string, text: string) {
  await using folder = await temporaryFolder({ [name]: text });
  return await loadStates(join(folder.path, name));
}

/** The message of the error, without the folder. */
async function refusal(name: string, text: string): Promise<string> {
  await using folder = await temporaryFolder({ [name]: text });
  const error: unknown = await loadStates(join(folder.path, name)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DocumentError);
  return (error as Error).message.replaceAll(`${folder.path}/`, '');
}

test.each([
  ['default.mjs', `export default [${VIP}];`],
  ['named.mjs', `export const states = [${VIP}];`],
  ['exports.cjs', `module.exports = [${VIP}];`],
  ['member.cjs', `exports.states = [${VIP}];`],
  ['compiled.cjs', `exports.__esModule = true; exports.default = [${VIP}];`],
])('%s is loaded', async (name, text) => {
  expect((await load(name, text)).map((state) => state.name)).toEqual(['party-is-vip']);
});

test('own states are added to the shipped ones, and are set up like them', async () => {
  await using emulator = await startEmulator({ population: 0 });
  await using folder = await temporaryFolder({ 'own.mjs': `export default [${VIP}];` });
  const registry = await statesWith([join(folder.path, 'own.mjs')]);
  expect(registry).toHaveLength(providerStates.length + 1);
  const { values } = await setUpStates(
    [{ name: 'party party::1 is very important', params: {} }],
    registry,
    emulator.defaultSandbox,
  );
  expect(values).toEqual({ level: 9 });
  expect(emulator.defaultSandbox.world.party('party::1').email).toBe('vip@example.com');
  expect(findState(registry, { name: 'party party::1 is blocked', params: {} }).state.name).toBe('party-status');
});

test('a state without parameters may omit them', async () => {
  const [state] = await load(
    'small.mjs',
    `export default [{ name: 'small', summary: 'Small.', sentences: ['something small'], setUp() {} }];`,
  );
  expect(state?.parameters).toEqual({});
});

test.each([
  [
    'nothing.mjs',
    'export const other = 1;',
    'nothing.mjs: expected a list of states as the default export, or as the export "states", found the exports other',
  ],
  [
    'empty.mjs',
    '',
    'empty.mjs: expected a list of states as the default export, or as the export "states", found no exports',
  ],
  ['none.mjs', 'export default [];', 'none.mjs: the export: expected an array of at least 1 item, found []'],
  [
    'throws.mjs',
    '\n\n  throw new TypeError("no database\\nat all");',
    'throws.mjs:3:9: the module cannot be loaded: TypeError: no database',
  ],
  ['odd.mjs', 'throw null;', 'odd.mjs: the module cannot be loaded: it throws null'],
  [
    'name.mjs',
    `export default [${VIP.replace('party-is-vip', 'Party is VIP')}];`,
    'name.mjs: /0/name: expected a string that matches ^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$, found "Party is VIP"',
  ],
  [
    'member.mjs',
    `export default [${VIP.replace('summary', 'sumary')}];`,
    'member.mjs: /0/summary: expected a string, found nothing',
  ],
  [
    'type.mjs',
    `export default [${VIP.replace("type: 'text'", "type: 'string'")}];`,
    'type.mjs: /0/parameters/partyId/type: expected one of text, rest, number, boolean, list, found "string"',
  ],
  [
    'set-up.mjs',
    `export default [{ name: 'x', summary: 'X.', sentences: ['some x'], setUp: 'later' }];`,
    'set-up.mjs: /0/setUp: expected a function, found string',
  ],
  [
    'place.mjs',
    `export default [${VIP.replace('is very important', 'is a {level}')}];`,
    'place.mjs: /0/sentences/1: the place {level} has no parameter; declare it in /0/parameters',
  ],
  [
    'default-value.mjs',
    `export default [${VIP.replace("type: 'text',", "type: 'number', default: 'x',")}];`,
    'default-value.mjs: /0/parameters/partyId/default: expected a number, found "x"',
  ],
  [
    'same-name.mjs',
    `export default [${VIP.replace('party-is-vip', 'scenario')}];`,
    'same-name.mjs: /0/name: there is a state "scenario" already; choose another name',
  ],
  [
    'same-sentence.mjs',
    `export default [${VIP.replace('is very important', 'exists')}];`,
    'same-sentence.mjs: /0/sentences/1: "party {partyId} exists" means the state "party-exists" already; choose other words',
  ],
  [
    'wide.mjs',
    `export default [${VIP.replaceAll("'party {partyId} is important'", "'party {partyId}  Has a human score.'")}];`,
    'wide.mjs: /0/sentences/0: "party {partyId}  Has a human score." means the state "human-score-exists" already; choose other words',
  ],
  [
    'twice.mjs',
    `export default [${VIP}, ${VIP.replace('party-is-vip', 'again')}];`,
    'twice.mjs: /1/sentences/0: "party {partyId} is important" means the state "party-is-vip" already; choose other words',
  ],
])('%s is refused with the place and the mistake', async (name, text, message) => {
  expect(await refusal(name, text)).toContain(message);
});

test('a sentence with more words than a shipped one is accepted', async () => {
  const [state] = await load(
    'more.mjs',
    `export default [${VIP.replace('{partyId} is important', '{partyId} is dead')}];`,
  );
  expect(findState([...providerStates, state!], { name: 'party party::1 is dead', params: {} }).state.name).toBe(
    'party-is-vip',
  );
  expect(findState([...providerStates, state!], { name: 'party party::1 is blocked', params: {} }).state.name).toBe(
    'party-status',
  );
});

test('all mistakes are reported at once, one line each', async () => {
  const message = await refusal('many.mjs', `export default [{ name: 'X', sentences: [] }];`);
  expect(message.split('\n')).toHaveLength(4);
});

test('a missing module is an error', async () => {
  await expect(loadStates('/nowhere/states.mjs')).rejects.toThrow('/nowhere/states.mjs: there is no such file');
});
