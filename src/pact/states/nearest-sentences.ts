/** Which sentences somebody may have meant. */

import { editDistance } from '../../contract/suggestions.js';
import type { ProviderState } from './provider-state.js';
import { wordsOf } from './sentence.js';

const MOST = 3;
/** Of the text; a sentence has ten. */
const MOST_WORDS = 64;
/** Less than this share of words in common is no likeness. */
const LEAST_LIKENESS = 0.34;

/** The sentences most like the text, one of each state, three at most. */
export function nearestSentences(states: readonly ProviderState[], text: string): string[] {
  const words = wordsOf(text.toLowerCase()).slice(0, MOST_WORDS);
  return states
    .flatMap(({ sentences }) =>
      sentences
        .map((sentence) => ({ sentence, likeness: likeness(wordsOf(sentence.toLowerCase()), words) }))
        .toSorted(byLikeness)
        .slice(0, 1),
    )
    .filter((candidate) => candidate.likeness >= LEAST_LIKENESS)
    .toSorted(byLikeness)
    .slice(0, MOST)
    .map(({ sentence }) => sentence);
}

function byLikeness(one: { readonly likeness: number }, other: { readonly likeness: number }): number {
  return other.likeness - one.likeness;
}

/** The share of words that both have, a typing error apart; a place for a value is a quarter of one. */
function likeness(sentence: readonly string[], text: readonly string[]): number {
  const free = [...text];
  let common = 0;
  for (const word of sentence) {
    if (word.startsWith('{')) common += 0.25;
    const at = free.findIndex((other) => isAlike(word, other));
    if (at === -1) continue;
    free.splice(at, 1);
    common++;
  }
  return common / Math.max(sentence.length, text.length);
}

function isAlike(one: string, other: string): boolean {
  const most = one.length > 3 ? one.length / 4 : 0;
  return one === other || (Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most);
}
