/** Finds the state that a pact means. */

import type { GivenState } from '../pact-file.js';
import { nearestSentences } from './nearest-sentences.js';
import { ProviderStateError } from './provider-state-error.js';
import type { ProviderState, StateParameters } from './provider-state.js';
import { readParameters } from './read-parameters.js';
import { plain, Sentence, type SentenceMatch } from './sentence.js';

/** A state, and what a pact says of it. */
export interface FoundState {
  readonly state: ProviderState;
  readonly parameters: StateParameters;
}

/**
 * The state whose sentence a pact has written, its parameters from the sentence, else from the pact's parameters, else
 * its defaults.
 * @throws ProviderStateError where there is none, which names the nearest sentences, or where parameters are wrong
 */
export function findState(registry: readonly ProviderState[], given: GivenState): FoundState {
  const [best] = matchesIn(registry, given.name);
  if (best === undefined) throw unknown(registry, given.name);
  return { state: best.state, parameters: readParameters(best.state, given, best.values) };
}

/** Every state that a text may mean, with the best of its sentences; the one that is meant is the first. */
export function matchesIn(
  registry: readonly ProviderState[],
  text: string,
): (SentenceMatch & { readonly state: ProviderState })[] {
  const plainText = plain(text);
  return registry
    .flatMap((state) => {
      const matches = sentencesOf(state)
        .flatMap((sentence) => sentence.match(plainText) ?? [])
        .toSorted(byOwnWords);
      return matches.slice(0, 1).map((match) => ({ state, ...match }));
    })
    .toSorted(byOwnWords);
}

/** What follows from states, which never change: a verification compares hundreds of texts with hundreds of sentences. */
const ready = new WeakMap<ProviderState, readonly Sentence[]>();

function sentencesOf(state: ProviderState): readonly Sentence[] {
  let sentences = ready.get(state);
  if (sentences === undefined)
    ready.set(state, (sentences = state.sentences.map((sentence) => new Sentence(sentence, state.parameters))));
  return sentences;
}

function byOwnWords(one: SentenceMatch, other: SentenceMatch): number {
  return other.ownWords - one.ownWords;
}

function unknown(registry: readonly ProviderState[], name: string): ProviderStateError {
  const nearest = nearestSentences(registry, name);
  const meant =
    nearest.length === 0 ? '' : `; did you mean ${nearest.map((sentence) => `"${sentence}"`).join(' or ')}?`;
  return new ProviderStateError(
    name,
    `there is no provider state "${name}"${meant} ("id-emulator states list" shows all)`,
    { nearest },
  );
}
