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
  return plain(text).split(' ').filter((word) => !ARTICLE.test(word));
}

/** How the text is the sentence; undefined where it is not. */
export function matchSentence(sentence: string, parameters: ProviderState['parameters'], text: string): SentenceMatch | undefined {
  const words = wordsOf(sentence);
  const ownWords = words.filter((word) => !PLACE.test(word));
  const given = plain(text);
  // Making a pattern takes a hundred times as long as seeing that a word is missing.
  const lowerCase = given.toLowerCase();
  if (!ownWords.every((word) => lowerCase.includes(word.toLowerCase()))) return undefined;
  const found = new RegExp(`^${words.map((word) => `(?:(?:an?|the) )?${wordPattern(word, parameters)}`).join(' ')}$`, 'i').exec(given);
  if (found === null) return undefined;
  const values = placesOf(sentence).flatMap((name, at): [string, string][] => {
    const value = found[at + 1]!;
    return value.toLowerCase() === `{${name.toLowerCase()}}` ? [] : [[name, value]];
  });
  return { values: Object.fromEntries(values), ownWords: ownWords.length };
}

/** One space between words, straight quotation marks, no full stop at the end. */
function plain(text: string): string {
  return text.replace(/[“”„«»]/g, '"').replace(/[‘’‚]/g, "'").replace(/\s+/g, ' ').trim().replace(/ ?\.$/, '');
}

function wordPattern(word: string, parameters: ProviderState['parameters']): string {
  // Split at the places, every second part is the name of one.
  return word.split(PLACE).map((part, at) => (at % 2 === 0 ? escaped(part) : `(\\{${part}\\}|${VALUES[parameters[part]?.type ?? 'text']})`)).join('');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
