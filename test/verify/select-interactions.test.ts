/** Filters: which interactions are verified. */

import { expect, test } from 'vitest';
import { selectInteractions, type InteractionFilters } from '../../src/verify/select-interactions.js';
import { readPact } from '../../src/pact/reading/read-pact.js';
import { pactV3, usersInteraction } from '../pact/pact-documents.js';

const interactions = [
  usersInteraction(200, { description: 'a list of users' }),
  usersInteraction(200, { description: 'no users', providerStates: [{ name: 'no users exist' }] }),
  usersInteraction(429, {
    description: 'a list of users, refused',
    providerStates: [{ name: 'users exist' }, { name: 'the client is rate limited' }],
  }),
];
const loaded = {
  pacts: ['web', 'app'].map((consumer) => readPact(`${consumer}.json`, pactV3(interactions, { consumer }))),
  problems: [],
  notices: [],
};

function selected(filters: InteractionFilters): string[] {
  return selectInteractions(loaded, filters).pacts.flatMap((pact) =>
    pact.interactions.map(({ index }) => `${pact.consumer} ${index}`),
  );
}

test('consumers, descriptions and states select interactions, and all filters have to match', () => {
  expect(selected({ consumers: ['web'] })).toEqual(['web 0', 'web 1', 'web 2']);
  expect(selected({ description: '^a list' })).toEqual(['web 0', 'web 2', 'app 0', 'app 2']);
  expect(selected({ state: 'rate limited$' })).toEqual(['web 2', 'app 2']);
  expect(selected({ noState: true })).toEqual(['web 0', 'app 0']);
  expect(selected({ consumers: ['app'], description: 'users', state: 'exist' })).toEqual(['app 1', 'app 2']);
});

test('what is left out is reported, and a consumer without a pact is a problem', () => {
  const { pacts, problems, notices } = selectInteractions(loaded, { consumers: ['web', 'wbe'], noState: true });
  expect(pacts.map(({ source }) => source)).toEqual(['web.json']);
  expect(problems).toEqual([
    { source: '--consumer', message: 'no pact names the consumer "wbe"; they name "app", "web"' },
  ]);
  expect(notices).toEqual(['1 of 2 pacts left out by --consumer', '2 of 3 interactions left out by --no-state']);
});
