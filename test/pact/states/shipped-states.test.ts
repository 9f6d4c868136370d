/** Every shipped state: requests over HTTP observe what it sets up. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import type { GivenState } from '../../../src/pact/pact-file.js';
import { findState } from '../../../src/pact/states/find-state.js';
import { defineState, ProviderStateError } from '../../../src/pact/states/provider-state.js';
import { sandboxOptionsFor, setUpStates } from '../../../src/pact/states/set-up-states.js';
import { providerStates } from '../../../src/pact/states/shipped-states.js';
import { shippedScenarios } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { testExchanges } from '../../exchanges.js';
import { filled } from '../../written-values.js';
import { untilEnd } from '../../until-end.js';
import { provider, type Provider } from './provider-under-states.js';

const failLoudly = (error: Error): never => {
  throw error;
};
const emulator = await untilEnd(startEmulator({}, { onInternalError: failLoudly }));
const BEN = cast('Ben');

/** The states that the name of a test names, each with its parameters as JSON. */
function statesIn(name: string): GivenState[] {
  return String(filled(name, {}))
    .split('; ')
    .map((state) => {
      const [, sentence = '', params = '{}'] = /^(.*?)(?: (\{.*\}))?$/.exec(state)!;
      return { name: sentence, params: JSON.parse(params) as GivenState['params'] };
    });
}

const names = testExchanges(
  new URL('shipped-states.yaml', import.meta.url),
  (_, name) => provider(emulator, statesIn(name)),
  {
    values: (under) => (under as Provider).setUp.values,
    scenarios: (under) => (under as Provider).setUp.scenarios,
    different: (_, items = '', member = '') =>
      new Set((JSON.parse(items) as Record<string, unknown>[]).map((item) => item[member])).size,
  },
);

test('every shipped state has a case', () => {
  const covered = new Set(names.flatMap(statesIn).map((given) => findState(providerStates, given).state.name));
  expect(providerStates.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});

test('every shipped scenario can be switched on by a state', async () => {
  for (const name of shippedScenarios().keys()) {
    const selection = name === 'variant' ? `${name};error-body=problem` : name;
    const { sandbox, setUp } = await provider(emulator, [`scenario: ${selection}`]);
    expect(setUp.scenarios).toEqual([name]);
    expect(sandbox.scenarios.active()).toMatchObject([{ scenario: name }]);
    sandbox.remove();
  }
});

test.each<[string[], string]>([
  [
    ['no users exist', 'scenario: no-such-thing'],
    'provider state "scenario: no-such-thing" cannot be set up: There is no scenario "no-such-thing"',
  ],
  [
    [`party ${BEN.partyId} does not exist`],
    `party "${BEN.partyId}" exists in this world, and parties cannot be removed`,
  ],
  [
    ['party party::1 has disclosed GOOGLE and GITHUB', 'exactly 1 user exists'],
    'the provider states "party party::1 has disclosed GOOGLE and GITHUB" and "exactly 1 user exists" contradict each other: the list of users has 2, not 1; keep one of them',
  ],
  [
    [`credential ${BEN.credentials[0]!.contractId} of party party::1 exists`],
    `belongs to party "${BEN.partyId}", not to "party::1"`,
  ],
  [
    ['credential 00abc is revoked', 'credential 00abc is archived'],
    'contradict each other: the end of credential "00abc" cannot be revoked and archived; keep one of them',
  ],
  [
    ['credential 00abc is revoked', 'credential 00abc exists'],
    'the credential "00abc" is revoked in this world, which cannot be undone; name another',
  ],
  [['the time is yesterday'], 'Expected a time such as 2026-01-31T09:00:00Z, found "yesterday".'],
  [['a while has passed'], 'Expected a duration such as "PT2H", "2h" or "-15m", found "while".'],
  [['contract 00abc exists', 'somebody is there'], 'there is no provider state "somebody is there"'],
])('%j cannot be set up, and the error names the reason', async (given, message) => {
  await expect(provider(emulator, given)).rejects.toThrow(ProviderStateError);
  await expect(provider(emulator, given)).rejects.toThrow(message);
});

test('a credential that was revoked before it lapsed cannot be set up as expired', async () => {
  using sandbox = emulator.sandbox();
  const state = (name: string): GivenState[] => [{ name, params: {} }];
  await setUpStates(state('credential 00abc is revoked'), providerStates, sandbox);
  sandbox.clock.advance('P1825D');
  await expect(setUpStates(state('credential 00abc is expired'), providerStates, sandbox)).rejects.toThrow('00abc');
  await expect(setUpStates(state('credential 00abc exists'), providerStates, sandbox)).rejects.toThrow(
    'the credential "00abc" is revoked in this world',
  );
});

test('if a state is unknown, no state is set up', async () => {
  using sandbox = emulator.sandbox();
  const states = ['party party::1 exists', 'lorem ipsum'].map((name) => ({ name, params: {} }));
  await expect(setUpStates(states, providerStates, sandbox)).rejects.toThrow('lorem ipsum');
  expect(sandbox.world.events().events).toEqual([]);
});

test('a state that needs an empty world declares it, and checks it', async () => {
  using sandbox = emulator.sandbox();
  const states = [{ name: 'no users exist', params: {} }];
  expect(sandboxOptionsFor(states, providerStates)).toEqual({ fixture: 'empty', population: 0 });
  expect(sandboxOptionsFor([{ name: 'users exist', params: {} }], providerStates)).toEqual({});
  await expect(setUpStates(states, providerStates, sandbox)).rejects.toThrow(
    /^provider state "no users exist" cannot be set up: the list of users has \d+, not 0, and nothing can be removed; open the sandbox with the fixture "empty" and the population 0$/,
  );
});

test('two states that need different sandboxes are an error', () => {
  const own = defineState({
    name: 'own',
    summary: '',
    sentences: ['a large institution'],
    parameters: {},
    opensWith: { population: 1_000 },
    setUp: () => undefined,
  });
  const states = ['no users exist', 'a large institution'].map((name) => ({ name, params: {} }));
  expect(() => sandboxOptionsFor(states, [...providerStates, own])).toThrow(
    'provider state "a large institution" needs a sandbox with population 1000, another state needs 0',
  );
});

test('the same states set up the same world in every sandbox', async () => {
  const worlds = await Promise.all(
    [0, 1].map(async () => {
      const { sandbox, setUp } = await provider(emulator, [
        'the time is 2026-01-31T09:00:00Z',
        'a party with credentials from GOOGLE',
        'a party exists',
        '12 credentials exist',
      ]);
      return JSON.stringify([setUp.values, sandbox.world.parties({ limit: 100 })]);
    }),
  );
  expect(worlds[0]).toBe(worlds[1]);
});
