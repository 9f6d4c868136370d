/** Aliases: a consumer's own phrases in a YAML file, each with the state or states that it means. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DocumentError } from '../../../src/contract/documents/read-document.js';
import { startEmulator } from '../../../src/index.js';
import type { GivenState } from '../../../src/pact/pact-file.js';
import { findState } from '../../../src/pact/states/find-state.js';
import { loadStates, statesWith } from '../../../src/pact/states/load-states.js';
import type { ProviderState } from '../../../src/pact/states/provider-state.js';
import { setUpStates } from '../../../src/pact/states/set-up-states.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';

const ALIASES = `
our best customer is here: party vip has disclosed GOOGLE and GITHUB
customer number {id} is known:
  state: party {partyId} has disclosed {providers}
  parameters: { partyId: 'party::{id}', providers: [LINKEDIN] }
we know {partyId}: party {partyId} has disclosed {providers}
'{id} is a stranger': party "{id}" does not exist
the worst day:
  - the institution is rate limited
  - { state: party-exists, parameters: { partyId: late } }
der Mandant ist leer: no users exist
the login is wrong: the client secret is wrong
`;

async function registryOf(text: string): Promise<readonly ProviderState[]> {
  await using folder = await temporaryFolder({ 'aliases.yaml': text });
  return await statesWith([join(folder.path, 'aliases.yaml')]);
}

async function refusal(text: string): Promise<string> {
  await using folder = await temporaryFolder({ 'aliases.yaml': text });
  const error: unknown = await loadStates(join(folder.path, 'aliases.yaml')).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DocumentError);
  return (error as Error).message.replaceAll(`${folder.path}/`, '');
}

test.each<[GivenState, string, string[]]>([
  [{ name: 'our best customer is here', params: {} }, 'vip', ['GITHUB', 'GOOGLE']],
  [{ name: 'Customer number 7 is known.', params: {} }, 'party::7', ['LINKEDIN']],
  [{ name: 'customer number {id} is known', params: { id: 8 } }, 'party::8', ['LINKEDIN']],
  [{ name: 'customer number {id} is known', params: { id: 'a$&b' } }, 'party::a$&b', ['LINKEDIN']],
  [{ name: 'we know party::9', params: { providers: ['REDDIT'] } }, 'party::9', ['REDDIT']],
])('%j sets up the state that it means', async (given, partyId, providers) => {
  await using emulator = await startEmulator({ population: 0 });
  const sandbox = emulator.defaultSandbox;
  const { values } = await setUpStates([given], await registryOf(ALIASES), sandbox);
  expect(values['partyId']).toBe(partyId);
  expect(
    sandbox.world
      .party(partyId)
      .credentials.map(({ provider }) => provider)
      .toSorted(),
  ).toEqual(providers);
});

test('an alias for several states sets up all of them', async () => {
  await using emulator = await startEmulator({ population: 0 });
  const sandbox = emulator.defaultSandbox;
  const given = [{ name: 'the worst day', params: {} }];
  const { scenarios } = await setUpStates(given, await registryOf(ALIASES), sandbox);
  expect(scenarios).toEqual(['rate-limit-burst']);
  expect(sandbox.world.party('late').partyId).toBe('late');
});

test('an alias is opened, authenticated and ordered as the state that it means', async () => {
  const registry = await registryOf(ALIASES);
  const found = (name: string): ProviderState => findState(registry, { name, params: {} }).state;
  expect(found('der Mandant ist leer').opensWith).toEqual({ fixture: 'empty', population: 0 });
  expect(found('the login is wrong')).toMatchObject({ authentication: true, scenarios: ['client-refused'] });
});

test('aliases may mean the states of a module before them', async () => {
  await using folder = await temporaryFolder({
    'own.mjs': `export default [{ name: 'vip', summary: 'A VIP.', sentences: ['a VIP exists'], setUp: () => ({ values: { level: 9 } }) }];`,
    'aliases.yml': 'our VIP is there: a VIP exists\n',
  });
  const registry = await statesWith(['own.mjs', 'aliases.yml'].map((name) => join(folder.path, name)));
  await using emulator = await startEmulator();
  const { values } = await setUpStates([{ name: 'our VIP is there', params: {} }], registry, emulator.defaultSandbox);
  expect(values).toEqual({ level: 9 });
});

test.each([
  [
    'a: party p exist',
    'aliases.yaml:1:4: "a": there is no provider state "party p exist"; did you mean "party {partyId} exists"',
  ],
  [
    'ok: a party exists\na b:\n  state: a party exists\n  parameters: { party: x }',
    '"a b": the state "a party exists" has no parameter "party"; did you mean "partyId"?',
  ],
  ['a: party p is sleepy', '"a": the parameter "status" takes one of ACTIVE, INACTIVE, BLOCKED, not "sleepy"'],
  ['a: a party exists\n7: party p exist', 'aliases.yaml:2:4: "7": there is no provider state "party p exist"'],
  ['a {b}: a party exists', '"a {b}": no state and no parameter contains its place {b}'],
  ['a party exists: no users exist', 'a party exists" means the state "party-exists" already; choose other words'],
  ['a: 7', 'aliases.yaml:1:4: /a: expected a string or an object or an array, found 7'],
  ['- a', 'aliases.yaml:1:1: the document: expected an object'],
  ['a: [', 'not valid YAML'],
])('a mistake in %j is reported with its place', async (text, message) => {
  expect(await refusal(text)).toContain(message);
});
