/** Finds the state that a sentence of a pact means, and its parameters. */

import { expect, test } from 'vitest';
import { alternativesOf } from '../../../build/provider-states.js';
import { PROVIDERS } from '../../../src/emulator/domain/world/model.js';
import type { StateSentence } from '../../../src/pact/states/declared-states.js';
import { findState, matchesIn } from '../../../src/pact/states/find-state.js';
import { defineState, ProviderStateError, type ProviderState } from '../../../src/pact/states/provider-state.js';
import { placesOf } from '../../../src/pact/states/sentence.js';
import { providerStates } from '../../../src/pact/states/shipped-states.js';
import { filledEntries } from '../../filled-entries.js';
import { withGaps } from '../../with-gaps.js';
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

interface Written {
  readonly name: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Whether it means one of the shipped states. Default: false. */
  readonly shipped?: boolean;
  readonly state?: string;
  /** All parameters; or those that are identifiers, and some others. */
  readonly finds?: object;
  readonly has?: Readonly<Record<string, unknown>>;
  readonly refused?: string;
  /** The first suggestion; and whether all say what is not. */
  readonly nearest?: string;
  readonly negates?: boolean;
}

const NEGATION = /\b(?:no|not|never|nobody|nothing|without|cannot)\b/;
const cases = filledEntries<Written>(
  new URL('finding-states.yaml', import.meta.url),
  'name params shipped state finds has refused nearest negates',
);

test.each(cases)('%s', (_, { name, params = {}, shipped = false, state, finds, has, ...refusal }) => {
  const find = (): ReturnType<typeof findState> => findState(shipped ? providerStates : [ORDER], { name, params });
  if (refusal.refused !== undefined) {
    const { message, nearest } = refusalOf(find);
    expect(message).toEqual(withGaps(refusal.refused));
    expect(nearest.length).toBeLessThanOrEqual(3);
    if (refusal.nearest !== undefined) expect(nearest[0]).toBe(refusal.nearest);
    if (refusal.negates) expect(nearest.filter((sentence) => !NEGATION.test(sentence))).toEqual([]);
    return;
  }

  const found = find();
  if (state !== undefined) expect(found.state.name).toBe(state);
  if (finds !== undefined) expect(found.parameters).toEqual(finds);
  if (has === undefined) return;

  const { partyId, contractId } = found.parameters;
  expect(found.parameters).toMatchObject(has);
  expect([partyId, contractId]).toEqual([has['partyId'], has['contractId']]);
});

function refusalOf(find: () => unknown): ProviderStateError {
  try {
    find();
  } catch (error) {
    if (error instanceof ProviderStateError) return error;
    throw error;
  }
  throw new Error('a state was found');
}

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

const sentences = providerStates.flatMap((state) => state.sentences.map((sentence) => [sentence, state] as const));

test.each(sentences)('"%s" means its own state, with and without values in its places', (sentence, state) => {
  for (const text of [sentence, filledSentence(sentence, state)]) {
    const [best, next] = matchesIn(providerStates)(text);
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
