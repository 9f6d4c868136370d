/**
 * A sentence of a provider state, with places for values. A place is a parameter in braces: `party {partyId} exists`.
 * Texts of pacts are matched with sentences.
 */

import { once } from '../../contract/schema/lazy.js';
import { escapeRegExp } from '../escape-reg-exp.js';
import type { ProviderState, StateParameter } from './provider-state.js';

/** A match of a text with a sentence. */
export interface SentenceMatch {
  /**
   * The values in the text, by parameter. A place that the text leaves open (it contains `{partyId}` itself) has no
   * value.
   */
  readonly values: ReadonlyMap<string, string>;
  /** How many words of the sentence are not places. If a text matches two sentences, it means the one with more. */
  readonly ownWords: number;
}

/** The pattern of a value in quotation marks. */
const QUOTED = `"[^"]*"|'[^']*'|\`[^\`]*\``;
/** The pattern of one item of a list. */
const ITEM = `(?:${QUOTED}|[^\\s,&"'\`]+)`;
/** The patterns of values, by type of the parameter. */
const VALUES: Readonly<Record<StateParameter['type'], string>> = {
  // An article is no value: in "a credential exists", nothing stands in the place of a value before the noun.
  text: `${QUOTED}|(?!(?:an?|the) )[^\\s"'\`]\\S*`,
  rest: '.+',
  number: '[+-]?\\d+(?:\\.\\d+)?',
  boolean: 'true|false',
  list: `${ITEM}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)${ITEM})*`,
};

/** The pattern of a text after a noun. There, even an article may be the value: `party a exists`. */
const NAME = `${QUOTED}|[^\\s"'\`]\\S*`;

/** Matches the place of a value: `{partyId}`. */
const PLACE = /\{(\w+)\}/;
/** Matches a word that does not change which sentence a text means. */
const ARTICLE = /^(?:an?|the)$/i;

/** The parameters whose places are in the sentence. */
export function placesOf(sentence: string): string[] {
  return [...sentence.matchAll(new RegExp(PLACE, 'g'))].map(([, name]) => name!);
}

/** The words of a sentence or text, without articles, which do not matter. */
export function wordsOf(text: string): string[] {
  return normalize(text)
    .split(' ')
    .filter((word) => !ARTICLE.test(word));
}

/** A sentence that is compared with many texts. */
export interface Sentence {
  /** The words that are not places, in lower case. */
  readonly ownWords: readonly string[];
  /**
   * Matches a text; undefined if the text is another sentence.
   * @param text normalized by {@link normalize}
   */
  readonly match: (text: string) => SentenceMatch | undefined;
}

/**
 * Prepares a sentence for comparisons. The pattern is compiled when it is first needed, because most sentences are
 * ruled out by their words.
 */
export function sentenceOf(sentence: string, parameters: ProviderState['parameters']): Sentence {
  const words = wordsOf(sentence);
  const isOwn = (word: string | undefined): boolean => word !== undefined && !PLACE.test(word);
  const ownWords = words.filter(isOwn).map((word) => word.toLowerCase());
  const places = placesOf(sentence);

  const pattern = once(() => {
    const patterns = words.map((word, at) => wordPattern(word, parameters, isOwn(words[at - 1])));
    // A text may have an article before any word.
    const parts = patterns.map((each) => `(?:(?:an?|the) )?${each}`);

    return new RegExp(`^${parts.join(' ')}$`, 'i');
  });

  return {
    ownWords,
    match: (text) => {
      const matched = pattern().exec(text);
      if (matched === null) return undefined;

      // The first element is the whole match; each group is the text of a place.
      const [, ...textsOfPlaces] = matched;
      const values = new Map<string, string>();
      for (const [at, name] of places.entries()) {
        const value = textsOfPlaces[at]!;
        // The text may be the sentence itself, with the name of the place in braces where a value would be.
        const isUnfilled = value.toLowerCase() === `{${name.toLowerCase()}}`;
        if (!isUnfilled) values.set(name, value);
      }

      return { values, ownWords: ownWords.length };
    },
  };
}

/**
 * Reduces a text to one space between words, straight quotation marks, and no full stop at the end: none of these
 * change what the text means.
 */
export function normalize(text: string): string {
  // Editors and translators write other quotation marks.
  const straight = text.replace(/[“”„«»]/g, '"').replace(/[‘’‚]/g, "'");
  return straight.replace(/\s+/g, ' ').trim().replace(/ ?\.$/, '');
}

/**
 * The pattern of a word of a sentence.
 * @param followsNoun whether the word before it is not a place
 */
function wordPattern(word: string, parameters: ProviderState['parameters'], followsNoun: boolean): string {
  const valuePattern = (name: string): string => {
    // A place without a declared parameter is reported elsewhere; here it takes any text.
    const declared: Partial<StateParameter> = Object.hasOwn(parameters, name) ? parameters[name]! : {};
    const { type = 'text', choices } = declared;
    return type === 'text' && choices === undefined && followsNoun ? NAME : VALUES[type];
  };

  // The split keeps the names of places: every second part is one. The braces themselves match an open place.
  return word
    .split(PLACE)
    .map((part, at) => (at % 2 === 0 ? escapeRegExp(part) : `(\\{${part}\\}|${valuePattern(part)})`))
    .join('');
}
