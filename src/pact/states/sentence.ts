/** A sentence with places for values, and whether a text is that sentence. */

import type { ProviderState, StateParameter } from './provider-state.js';

/** A text that is the sentence. */
export interface SentenceMatch {
  /** What stands in its places, by parameter; without those that the text leaves open, as the sentence does. */
  readonly values: Readonly<Record<string, string>>;
  /** How many of its words are the sentence's own: of two sentences that a text is, the one with more is meant. */
  readonly ownWords: number;
}

const QUOTED = `"[^"]*"|'[^']*'|\`[^\`]*\``;
const ITEM = `(?:${QUOTED}|[^\\s,&"'\`]+)`;
/** What a value looks like in a sentence. */
const VALUES: Readonly<Record<StateParameter['type'], string>> = {
  // No article: "a credential" has no value before the noun.
  text: `${QUOTED}|(?!(?:an?|the) )[^\\s"'\`]\\S*`,
  rest: '.+',
  number: '[+-]?\\d+(?:\\.\\d+)?',
  boolean: 'true|false',
  list: `${ITEM}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)${ITEM})*`,
};

const PLACE = /\{(\w+)\}/;
const ARTICLE = /^(?:an?|the)$/i;

/** The names of the places in a sentence. */
export function placesOf(sentence: string): string[] {
  return [...sentence.matchAll(new RegExp(PLACE, 'g'))].map(([, name]) => name!);
}

/** The words of a sentence, or of a text, that tell it from others. */
export function wordsOf(text: string): string[] {
  return plain(text)
    .split(' ')
    .filter((word) => !ARTICLE.test(word));
}

/** A sentence, made ready to be compared with many texts. */
export class Sentence {
  readonly #words: readonly string[];
  readonly #ownWords: readonly string[];
  readonly #places: readonly string[];
  readonly #parameters: ProviderState['parameters'];
  #pattern: RegExp | undefined;

  constructor(sentence: string, parameters: ProviderState['parameters']) {
    this.#words = wordsOf(sentence);
    this.#ownWords = this.#words.filter((word) => !PLACE.test(word)).map((word) => word.toLowerCase());
    this.#places = placesOf(sentence);
    this.#parameters = parameters;
  }

  /** How the text, which is {@link plain}, is the sentence; undefined where it is not. */
  match(text: string): SentenceMatch | undefined {
    // Making a pattern takes a hundred times as long as seeing that a word is missing.
    const lowerCase = text.toLowerCase();
    if (!this.#ownWords.every((word) => lowerCase.includes(word))) return undefined;
    this.#pattern ??= new RegExp(
      `^${this.#words.map((word) => `(?:(?:an?|the) )?${wordPattern(word, this.#parameters)}`).join(' ')}$`,
      'i',
    );
    const found = this.#pattern.exec(text);
    if (found === null) return undefined;
    const values = this.#places.flatMap((name, at): [string, string][] => {
      const value = found[at + 1]!;
      return value.toLowerCase() === `{${name.toLowerCase()}}` ? [] : [[name, value]];
    });
    return { values: Object.fromEntries(values), ownWords: this.#ownWords.length };
  }
}

/** One space between words, straight quotation marks, no full stop at the end. */
export function plain(text: string): string {
  return text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ?\.$/, '');
}

function wordPattern(word: string, parameters: ProviderState['parameters']): string {
  // Split at the places, every second part is the name of one.
  return word
    .split(PLACE)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : `(\\{${part}\\}|${VALUES[parameters[part]?.type ?? 'text']})`))
    .join('');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
