/** Bounds what is said of mistakes, so that no message is longer than a person reads. */

import { counted } from './reporting/phrases.js';

/** The most mistakes that a message shows of one list. */
export const MOST_SHOWN = 20;

/**
 * The first sentences. If there are more, a last sentence says how many are left out.
 * @param options `more`: how many mistakes are not in the list
 */
export function boundedSentences(all: readonly string[], { most = MOST_SHOWN, more = 0 } = {}): readonly string[] {
  const hidden = Math.max(0, all.length - most) + more;
  return hidden === 0 ? all : [...all.slice(0, most), moreMistakes(hidden)];
}

/** The text, or its beginning if it is long. */
export function shortened(text: string, most = 200): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}

/** `49,980 more mistakes are not shown.` */
export function moreMistakes(count: number): string {
  return counted(count, 'more mistake is not shown.', 'more mistakes are not shown.');
}
