/** `id-emulator states`: list, show, and modules with states of one's own. */

import { expect, test } from 'vitest';
import { listStates, showState } from '../../src/cli/reference/states.js';
import { providerStates } from '../../src/pact/states/shipped-states.js';
import { outcomeOf } from './id-emulator.js';
import { temporaryFolder } from './temporary-folder.js';

const OWN = `export default [{
  name: 'party-is-important',
  summary: 'A party is important.',
  sentences: ['party {partyId} is important'],
  parameters: { partyId: { type: 'text', description: 'The party ID.' } },
  setUp() {},
}];`;

test('list has a line for each state, own ones too, with its group and a sentence', async () => {
  await using folder = await temporaryFolder({ 'own.mjs': OWN });
  const { code, stdout } = await outcomeOf(['states', 'list', '--states', `${folder.path}/own.mjs`]);
  expect(stdout.trim().split('\n')).toHaveLength(providerStates.length + 1);
  expect(stdout).toMatch(/^authentication +token-expired +the access token has expired$/m);
  expect(stdout).toMatch(/^own +party-is-important +party \{partyId\} is important$/m);
  expect(code).toBe(0);
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

test('show tells sentences, parameters and what else is to be known', () => {
  const shown = showState(providerStates, 'users-count');
  expect(shown).toContain('    exactly {count} users exist\n');
  expect(shown).toContain('count           The number of items. (a number from 0 to 1000; default 25)');
  expect(shown).toContain('The sandbox is opened with fixture "empty", population 0.');
});

test('show of a sentence tells what it says', async () => {
  const { code, stdout } = await outcomeOf(['states', 'show', 'The party party::1 has disclosed google & github.']);
  expect(stdout).toMatch(/^party-has-disclosed \(parties\)$/m);
  expect(stdout).toContain('    partyId "party::1"\n    providers ["GOOGLE","GITHUB"]\n');
  expect(code).toBe(0);
  expect(JSON.parse(showState(providerStates, '7 users exist', { json: true }))).toMatchObject({
    name: 'users-count',
    found: { count: 7 },
  });
});

test('show of what does not exist suggests what may have been meant', async () => {
  const { code, stderr } = await outcomeOf(['states', 'show', 'user-count']);
  expect(stderr).toMatch(
    /^id-emulator: there is no provider state "user-count"; did you mean "users-count"\?[^\n]*\n$/,
  );
  expect(code).toBe(2);
  expect(() => showState(providerStates, 'the access token expired')).toThrow(
    'there is no provider state "the access token expired"; did you mean "an expired access token"',
  );
});
