/**
 * Phrases as pacts in the wild have them ("user exists with id 42", "a valid token exists"), said of this service. A phrase that
 * may mean two things is not guessed: the error names the nearest sentences.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findState } from '../../../src/pact/states/find-state.js';
import { ProviderStateError } from '../../../src/pact/states/provider-state.js';
import { providerStates } from '../../../src/pact/states/shipped-states.js';

const { means, ambiguous } = parse(readFileSync(new URL('natural-phrases.yaml', import.meta.url), 'utf8')) as {
  readonly means: Readonly<Record<string, readonly string[]>>;
  readonly ambiguous: readonly string[];
};

test.each(Object.entries(means).flatMap(([name, phrases]) => phrases.map((phrase) => [phrase, name] as const)))(
  '"%s" means %s',
  (phrase, name) => {
    const { state, parameters } = findState(providerStates, { name: phrase, params: {} });
    expect(state.name).toBe(name);
    const ids = ['42', '999', '00ab', 'a@b.example', 'ada', 'abc'].filter((id) => phrase.includes(id));
    expect(Object.values(parameters)).toEqual(expect.arrayContaining(ids));
  },
);

test.each(ambiguous)('"%s" is not guessed', (name) => {
  expect(() => findState(providerStates, { name, params: {} })).toThrow(ProviderStateError);
});
