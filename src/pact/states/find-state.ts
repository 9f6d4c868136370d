/** Finds the provider state that a pact means. */

import { onceFor, remembering } from '../../common/remembering.js';
import { editDistance } from '../../contract/suggestions.js';
import type { GivenState } from '../pact-file.js';
import { ProviderStateError, type ProviderState, type StateParameters } from './provider-state.js';
import { readParameters } from './read-parameters.js';
import { normalize, sentenceOf, wordsOf, type SentenceMatch } from './sentence.js';

/** A state, and its parameters in a pact. */
export interface FoundState {
  readonly given: GivenState;
  readonly state: ProviderState;
  readonly parameters: StateParameters;
}

/**
 * Finds the state by the sentence in the pact. Its parameters come from the sentence, from the pact's parameters, or
 * from their defaults, in this order.
 * @param registry the states to search
 * @throws ProviderStateError if no sentence matches (the message names the nearest), or if parameters are wrong
 */
export function findState(registry: readonly ProviderState[], given: GivenState): FoundState {
  const [best] = matchesIn(registry)(given.name);
  if (best === undefined) throw unknownState(registry, given.name);

  return { given, state: best.state, parameters: readParameters(best.state, given, best.values) };
}

/**
 * By registry: every state that a text may mean, each with the best of its sentences. {@link findState} takes the
 * first. A verification asks for few texts again and again.
 */
export const matchesIn = onceFor((registry: readonly ProviderState[]) => {
  const sentences = registry.flatMap(sentencesOf);

  return remembering((text): (SentenceMatch & { readonly state: ProviderState })[] => {
    const normalized = normalize(text);
    const words = new Set(normalized.toLowerCase().split(' '));
    // Comparing words is much faster than matching the patterns of all sentences.
    const candidates = sentences.filter(({ sentence }) => sentence.ownWords.every((word) => words.has(word)));
    const matches = candidates.flatMap(({ state, sentence }) => {
      const match = sentence.match(normalized);
      return match === undefined ? [] : [{ state, ...match }];
    });

    // The match with the most words of its own comes first, then the one with the most values. So the first of each
    // state is its best.
    const byDetail = matches.toSorted((a, b) => b.ownWords - a.ownWords || b.values.size - a.values.size);
    const bestOfEach = new Map<ProviderState, (typeof matches)[number]>();
    for (const match of byDetail) if (!bestOfEach.has(match.state)) bestOfEach.set(match.state, match);

    return [...bestOfEach.values()];
  });
});

/** The sentences of a state, prepared once for all registries that it is in, because states never change. */
const sentencesOf = onceFor((state: ProviderState) =>
  state.sentences.map((text) => ({ state, sentence: sentenceOf(text, state.parameters) })),
);

/** The error about a phrase that means no state, with the nearest sentences. */
function unknownState(registry: readonly ProviderState[], name: string): ProviderStateError {
  const nearest = nearestSentences(registry, name);
  const listed = nearest.map((sentence) => `"${sentence}"`).join(' or ');
  const suggestion = nearest.length === 0 ? '' : `; did you mean ${listed}?`;
  // A phrase that resembles no sentence may be one that the user's team invented.
  const aliasHint = nearest.length === 0 ? '; --states <file> says what a phrase of your own means' : '';
  const message = `there is no provider state "${name}"${suggestion} ("id-emulator states list" shows all${aliasHint})`;

  return new ProviderStateError(name, message, { nearest });
}

/** The most sentences that an error message suggests. */
const MOST_SUGGESTIONS = 3;
/** Longer texts are cut before they are compared. A sentence has about ten words. */
const MOST_WORDS = 64;
/** Sentences that share fewer words with the text are not suggested. */
const LEAST_SIMILARITY = 0.34;

/**
 * The sentences that are most similar to the text, at most three, and one of each state.
 * @param least share of common words, from 0 to 1
 */
export function nearestSentences(
  states: readonly ProviderState[],
  text: string,
  least: number = LEAST_SIMILARITY,
): string[] {
  const words = wordsOf(text.toLowerCase()).slice(0, MOST_WORDS);
  const scored = (sentence: string): Scored => {
    const wordsOfSentence = wordsOf(sentence.toLowerCase());
    // A sentence that says the opposite is no suggestion.
    const isOpposite = isNegated(wordsOfSentence) !== isNegated(words);
    return { sentence, score: isOpposite ? 0 : similarity(wordsOfSentence, words) };
  };

  // Other sentences of the same state would say nothing new.
  const bestOfEach = states.flatMap(({ sentences }) => sentences.map(scored).toSorted(byScore).slice(0, 1));
  const similar = bestOfEach.filter(({ score }) => score >= least).toSorted(byScore);

  return similar.slice(0, MOST_SUGGESTIONS).map(({ sentence }) => sentence);
}

/** A sentence, and how similar it is to a text: from 0 to 1. */
interface Scored {
  readonly sentence: string;
  readonly score: number;
}

/**
 * Whether a sentence is negated. A sentence with a "not" says the opposite of one without, so it must not be suggested.
 */
function isNegated(words: readonly string[]): boolean {
  return words.some((word) => /^(?:no|not|never|nobody|nothing|without|cannot)$|n't$/.test(word));
}

/** Sorts by score, the greatest first. */
function byScore(one: Scored, other: Scored): number {
  return other.score - one.score;
}

/** The share of common words. Small typos are tolerated. The place of a value counts as a quarter of a word. */
function similarity(sentence: readonly string[], text: readonly string[]): number {
  // Each word of the text counts once, so it is removed when it was matched.
  const unmatched = [...text];
  let common = 0;
  for (const word of sentence) {
    if (word.startsWith('{')) common += 0.25;
    const at = unmatched.findIndex((other) => isSimilar(word, other));
    if (at === -1) continue;

    unmatched.splice(at, 1);
    common++;
  }

  return common / Math.max(sentence.length, text.length);
}

/** Whether two words are equal but for typos: at most one in four characters, and none in short words. */
function isSimilar(one: string, other: string): boolean {
  if (one === other) return true;

  const mostTypos = one.length > 3 ? one.length / 4 : 0;
  const hasSimilarLength = Math.abs(one.length - other.length) <= mostTypos;
  return hasSimilarLength && editDistance(one, other) <= mostTypos;
}
