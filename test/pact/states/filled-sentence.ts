/** Sentences as a pact writes them, with values in their places. */

import type { ProviderState } from '../../../src/pact/states/provider-state.js';
import { placesOf } from '../../../src/pact/states/sentence.js';

const VALUES = {
  text: 'party::123',
  rest: 'latency;from="1ms", token-expired',
  number: '7',
  boolean: 'true',
  list: 'GOOGLE and GITHUB',
};

/** Fills the places of a sentence. `others` are values by parameter. */
export function filledSentence(
  sentence: string,
  { parameters }: ProviderState,
  others: Readonly<Record<string, string>> = {},
): string {
  return placesOf(sentence).reduce((text, name) => {
    const { type, choices } = parameters[name]!;
    const value =
      others[name] ??
      (choices === undefined
        ? VALUES[type]
        : choices
            .slice(0, 2)
            .slice(type === 'list' ? 0 : 1)
            .join(' and '));
    return text.replace(`{${name}}`, value);
  }, sentence);
}
