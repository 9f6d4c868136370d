/** Finds the state that a sentence of a pact means, and its parameters. */

import { expect, test } from 'vitest';
import { alternativesOf } from '../../../build/provider-states.js';
import { PROVIDERS } from '../../../src/emulator/domain/world/model.js';
import type { StateSentence } from '../../../src/pact/states/declared-states.js';
import { findState, matchesIn } from '../../../src/pact/states/find-state.js';
import { defineState, ProviderStateError, type ProviderState } from '../../../src/pact/states/provider-state.js';
import { placesOf } from '../../../src/pact/states/sentence.js';
import { providerStates } from '../../../src/pact/states/shipped-states.js';
import { filledSentence } from './filled-sentence.js';

/** A state with a parameter of every type. */
const ORDER = defineState({
  name: 'order',
  summary: 'For these tests.',
  sentences: ['an order of {count} {fruits} for {who}', 'an order', 'order {who} is {urgent}'],
  parameters: {
    who: { type: 'text', description: 'The customer.', default: 'nobody' },
    count: { type: 'number', description: 'How many.', minimum: 1, default: 1 },
    fruits: { type: 'list', description: 'The fruits.', choices: ['APPLE', 'PEAR', 'PLUM'], default: ['APPLE'] },
    urgent: { type: 'boolean', description: 'Whether it is urgent.', default: false },
    note: { type: 'text', description: 'A note.', optional: true },
  },
  setUp: () => undefined,
});

function parametersOf(name: string, params: object = {}) {
  return findState([ORDER], { name, params: { ...params } }).parameters;
}

function mistakeIn(name: string, params: object = {}): string {
  try {
    findState([ORDER], { name, params: { ...params } });
  } catch (error) {
    if (error instanceof ProviderStateError) return error.message;
    throw error;
  }
  throw new Error(`"${name}" was found`);
}

test.each([
  'an order of 2 APPLE for Ann',
  'AN ORDER  of 2 apple\tfor Ann.',
  'order of 2 "APPLE" for \'Ann\'',
  'the order of 2 apple for the Ann',
  'An order of 2 “apple” for ‘Ann’ .',
])('%j matches the sentence', (text) => {
  expect(parametersOf(text)).toEqual({ who: 'Ann', count: 2, fruits: ['APPLE'], urgent: false });
});

test.each([
  'APPLE, PEAR and PLUM',
  'APPLE, PEAR, PLUM',
  'apple and pear and plum',
  'APPLE,PEAR,PLUM',
  'APPLE, PEAR, and PLUM',
  'apple & "pear" & plum',
])('%j is a list of three items', (list) => {
  expect(parametersOf(`an order of 1 ${list} for Ann`)['fruits']).toEqual(['APPLE', 'PEAR', 'PLUM']);
});

test('a value in quotation marks may contain spaces', () => {
  expect(parametersOf('an order of 1 PEAR for "Ann of the Hill"')['who']).toBe('Ann of the Hill');
});

test('an open place in the sentence is filled from the parameters of the pact', () => {
  expect(
    parametersOf('an order of {count} {fruits} for {who}', {
      count: 3,
      fruits: 'PEAR and PLUM',
      who: 'Ann',
      note: 'ripe',
    }),
  ).toEqual({
    who: 'Ann',
    count: 3,
    fruits: ['PEAR', 'PLUM'],
    urgent: false,
    note: 'ripe',
  });
});

test('a value that is neither in the sentence nor in the parameters has its default', () => {
  expect(parametersOf('an order')).toEqual({ who: 'nobody', count: 1, fruits: ['APPLE'], urgent: false });
});

test('numbers and booleans are accepted as text, and texts as numbers', () => {
  expect(parametersOf('an order', { count: '7', urgent: 'true', who: 123 })).toMatchObject({
    count: 7,
    urgent: true,
    who: '123',
  });
});

test.each([
  [
    'an order of 2 APPLE and MELON for Ann',
    {},
    'parameter "fruits" takes a list of APPLE, PEAR, PLUM, not "APPLE and MELON"',
  ],
  ['an order', { count: 0 }, 'parameter "count" takes a number from 1, not 0'],
  ['an order', { count: 'two' }, 'parameter "count" takes a number from 1, not "two"'],
  ['an order', { urgent: 'soon' }, 'parameter "urgent" takes true or false, not "soon"'],
  ['an order', { who: { name: 'Ann' } }, 'parameter "who" takes a text, not {"name":"Ann"}'],
  ['an order', { fruits: [1] }, 'parameter "fruits" takes a list of APPLE, PEAR, PLUM, not [1]'],
  ['an order', { fruit: 'PEAR' }, 'it has no parameter "fruit" (it has who, count, fruits, urgent, note)'],
  ['order Ann is true', { who: 'Bob' }, 'parameter "who" is "Ann" in the sentence, and "Bob" in the parameters'],
])('%j with %j is refused', (name, params, message) => {
  expect(mistakeIn(name, params)).toBe(`provider state "${name}": ${message}`);
});

test('a missing required parameter is an error', () => {
  const state: ProviderState = {
    name: 'greeting',
    summary: '',
    sentences: ['a greeting'],
    parameters: { name: { type: 'text', description: 'Who is greeted.' } },
    setUp: () => undefined,
  };
  expect(() => findState([state], { name: 'a greeting', params: {} })).toThrow(
    'provider state "a greeting": parameter "name" is missing: Who is greeted.',
  );
});

test.each([
  ['party party::1 has disclosd GOOGLE', 'party {partyId} has disclosed {providers}'],
  ['the acess token has been expired', 'the access token has expired'],
  ['no usrs exist', 'no users exist'],
])('the suggestion for %j is %j', (text, nearest) => {
  try {
    findState(providerStates, { name: text, params: {} });
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(ProviderStateError);
    expect((error as ProviderStateError).nearest[0]).toBe(nearest);
    expect((error as ProviderStateError).nearest.length).toBeLessThanOrEqual(3);
    expect((error as ProviderStateError).message).toContain(
      `there is no provider state "${text}"; did you mean "${nearest}"`,
    );
  }
});

test('a text without similar sentences has no suggestion', () => {
  expect(mistakeIn('lorem ipsum')).toBe(
    'there is no provider state "lorem ipsum" ("id-emulator states list" shows all; --states <file> says what a phrase of your own means)',
  );
});

const sentences = providerStates.flatMap((state) => state.sentences.map((sentence) => [sentence, state] as const));

test.each(sentences)('"%s" means its own state, with and without values in its places', (sentence, state) => {
  for (const text of [sentence, filledSentence(sentence, state)]) {
    const [best, next] = matchesIn(providerStates, text);
    expect(best?.state.name).toBe(state.name);
    expect(next === undefined || next.ownWords < best!.ownWords, `"${text}" may also mean ${next?.state.name}`).toBe(
      true,
    );
  }
});

test('every shipped state has a unique name, a summary, several sentences, and declared parameters', () => {
  expect(new Set(providerStates.map(({ name }) => name)).size).toBe(providerStates.length);
  for (const { name, summary, sentences: own, parameters } of providerStates) {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(own.length, name).toBeGreaterThan(1);
    for (const place of own.flatMap(placesOf)) expect(Object.keys(parameters), name).toContain(place);
  }
});

test('a sentence with alternatives means every one of them, the first ones first', () => {
  expect(alternativesOf('(a |)(party|user) {partyId} exists')).toEqual([
    'a party {partyId} exists',
    'a user {partyId} exists',
    'party {partyId} exists',
    'user {partyId} exists',
  ]);
});

test('the shipped states accept every provider of the service, and no other', () => {
  const choices = providerStates.flatMap(({ parameters }) =>
    Object.entries(parameters).flatMap(([name, spec]) => (/^providers?$/.test(name) ? [spec.choices] : [])),
  );
  expect(choices.length).toBeGreaterThan(0);
  for (const accepted of choices) expect(accepted).toEqual(PROVIDERS);
});

test('no shipped sentence is listed twice, and none has alternatives left', () => {
  const all = providerStates.flatMap((state) => state.sentences);
  expect(new Set(all).size).toBe(all.length);
  for (const sentence of all) expect(sentence).toMatch(/^[^()|]*$/);
});

test('a misspelt sentence is a type error', () => {
  const sentences: readonly StateSentence[] = ['party {partyId} exists', 'customer {partyId} exists'];
  // @ts-expect-error: no state of the catalogue has this sentence.
  const misspelt: StateSentence = 'party {partyId} exist';
  expect(sentences).not.toContain(misspelt);
});

test.each([
  ['party a exists', 'party-exists', { partyId: 'a' }],
  ['The user A has credentials from GITHUB', 'party-has-disclosed', { partyId: 'A' }],
  ['credential an is revoked', 'credential-revoked', { contractId: 'an' }],
  ['contract the can be linked', 'credential-exists', { contractId: 'the' }],
  ['a party exists', 'party-exists', {}],
])('an ID that looks like an article is an ID where an ID is expected: "%s"', (name, state, ids) => {
  const found = findState(providerStates, { name, params: {} });
  expect(found.state.name).toBe(state);
  const { partyId, contractId } = found.parameters;
  expect(JSON.parse(JSON.stringify({ partyId, contractId }))).toEqual(ids);
});

test('a parameter that is null is refused', () => {
  expect(mistakeIn('an order', { who: null })).toBe(
    'provider state "an order": parameter "who" takes a text, not null',
  );
});

test.each(['credential 00aa is not expired at all', 'there is no access tokens', 'the party p1 never existed'])(
  'what is suggested for %j does not say the opposite',
  (text) => {
    const { nearest } = (() => {
      try {
        findState(providerStates, { name: text, params: {} });
      } catch (error) {
        if (error instanceof ProviderStateError) return error;
        throw error;
      }
      throw new Error(`"${text}" was found`);
    })();
    expect(nearest.filter((sentence) => !/\b(?:no|not|never|nobody|nothing|without|cannot)\b/.test(sentence))).toEqual(
      [],
    );
  },
);
