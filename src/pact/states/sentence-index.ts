/** The sentences of provider states, indexed by a word, so that a text is compared with few of them. */

import type { ProviderState } from './provider-state.js';
import { Sentence } from './sentence.js';

/** A sentence of a state. */
export interface StateSentence {
  readonly state: ProviderState;
  readonly sentence: Sentence;
  /** Position among all sentences. */
  readonly place: number;
}

export class SentenceIndex {
  readonly #byWord = new Map<string, StateSentence[]>();

  constructor(states: readonly ProviderState[]) {
    const all = states.flatMap((state) => state.sentences.map((text) => ({ state, text })));
    for (const [place, { state, text }] of all.entries()) {
      const sentence = new Sentence(text, state.parameters);
      const word = longest(sentence.ownWords);
      const others = this.#byWord.get(word) ?? [];
      others.push({ state, sentence, place });
      this.#byWord.set(word, others);
    }
  }

  /**
   * The sentences that may match a text, in the order of the states.
   * @param text normalized
   */
  candidates(text: string): readonly StateSentence[] {
    // A sentence of values only has no word.
    const words = new Set(['', ...text.toLowerCase().split(' ')]);
    return [...words]
      .flatMap((word) => this.#byWord.get(word) ?? [])
      .filter(({ sentence }) => sentence.ownWords.every((word) => words.has(word)))
      .toSorted((one, other) => one.place - other.place);
  }
}

/** Long words are rare: few sentences share one. Empty if there is no word. */
function longest(words: readonly string[]): string {
  return words.reduce((longer, word) => (word.length > longer.length ? word : longer), '');
}
