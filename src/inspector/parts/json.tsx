/** JSON, laid out and coloured: text in elements, never HTML. Values stay as they were written. */

import type { ComponentChild } from 'preact';
import { parseJson } from '../../common/json.js';
import { addressOf } from '../state/route.js';

/** Longer texts are shown without colours. */
const MOST_COLOURED = 100_000;
/** The tokens of JSON: a string, a bracket, a comma, a colon, or a number or word such as `-1.5` and `true`. */
const TOKENS = /("(?:[^"\\]|\\.)*")|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A text that may be JSON. */
export function Json({ text }: { readonly text: string }) {
  if (parseJson(text) === undefined) return <pre class="code">{text}</pre>;

  const parts = laidOut(text);
  const isColoured = text.length <= MOST_COLOURED;
  return <pre class="code">{isColoured ? parts.map(coloured) : parts.map((part) => part.text).join('')}</pre>;
}

/** A token, or what is between two tokens. */
interface Part {
  readonly text: string;
  /** Default: it has no colour. */
  readonly kind?: 'name' | 'string' | 'number' | 'word';
}

/** The tokens of a JSON text, with line breaks and blanks between them. The tokens themselves do not change. */
function laidOut(text: string): Part[] {
  const tokens = [...text.matchAll(TOKENS)].map(([token]) => token);
  let depth = 0;
  return tokens.flatMap((token, index) => {
    const previous = tokens[index - 1] ?? '';
    const next = tokens[index + 1] ?? '';
    if (opens(token)) depth++;
    if (closes(token)) depth--;

    const lineBreak = { text: `\n${'  '.repeat(depth)}` };
    // An empty list or object stays on one line.
    const before = closes(token) && !opens(previous) ? [lineBreak] : [];
    const after = token === ',' || (opens(token) && !closes(next)) ? [lineBreak] : [];

    return [...before, partOf(token, next), ...after];
  });
}

const opens = (token: string): boolean => token === '{' || token === '[';
const closes = (token: string): boolean => token === '}' || token === ']';

/** @param next the next token: a string before a colon is a name */
function partOf(token: string, next: string): Part {
  if (token === ':') return { text: ': ' };
  if (token.startsWith('"')) return { text: token, kind: next === ':' ? 'name' : 'string' };
  if (token.length === 1 && '{}[],'.includes(token)) return { text: token };

  return { text: token, kind: /^[-\d]/.test(token) ? 'number' : 'word' };
}

/** The part in its colour. The ID of a party is a link to the party. */
function coloured({ text, kind }: Part): ComponentChild {
  const party = kind === 'string' ? /^"(party::.+)"$/.exec(text)?.[1] : undefined;
  if (party !== undefined) return <a href={addressOf({ view: 'world', item: party, query: {} })}>{text}</a>;
  return kind === undefined ? text : <span class={kind}>{text}</span>;
}
