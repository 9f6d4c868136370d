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
import { filledEntries } from '../../filled-entries.js';

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

interface Refused {
  readonly module?: string;
  readonly from?: string;
  readonly to?: string;
  /** Whether the changed state comes after the right one. */
  readonly twice?: boolean;
  readonly refused: string;
}

const refused = filledEntries<Refused>(new URL('loading-states.yaml', import.meta.url), 'module from to twice refused');

test.each(refused)('%s', async (_, written) => {
  const { from = '', to = '', twice = false, refused: reason } = written;
  const changed = VIP.replaceAll(from || VIP, to || VIP);
  const states = twice ? [VIP, changed] : [changed];
  const text = written.module ?? `export default [${states.join()}];`;
  expect(await refusal('own.mjs', text)).toContain(reason);
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
