/** JSON, laid out and coloured: text in elements, never HTML. Values stay as they were written. */

import type { ComponentChild } from 'preact';
import { parseJson } from '../../common/json.js';
import { addressOf } from '../state/route.js';

/** Longer texts are shown without colours. */
const MOST_COLOURED = 100_000;
const TOKENS = /("(?:[^"\\]|\\.)*")|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A text that may be JSON. */
export function Json({ text }: { readonly text: string }) {
  if (parseJson(text) === undefined) return <pre class="code">{text}</pre>;
  const parts = laidOut(text);
  return (
    <pre class="code">{text.length > MOST_COLOURED ? parts.map(({ text }) => text).join('') : parts.map(coloured)}</pre>
  );
}

interface Part {
  readonly text: string;
  readonly kind?: 'name' | 'string' | 'number' | 'word';
}

/** The tokens with line breaks and blanks between. */
function laidOut(text: string): Part[] {
  const tokens = [...text.matchAll(TOKENS)].map(([token]) => token);
  let depth = 0;
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1] ?? '';
    const opens = '{['.includes(token);
    const closes = '}]'.includes(token);
    if (opens) depth++;
    if (closes) depth--;

    const lineBreak = { text: `\n${'  '.repeat(depth)}` };
    const isLast = closes && !'{['.includes(tokens[at - 1]!);
    const isFirst = opens && !'}]'.includes(next);

    return [...(isLast ? [lineBreak] : []), partOf(token, next), ...(isFirst || token === ',' ? [lineBreak] : [])];
  });
}

function partOf(token: string, next: string): Part {
  if (token === ':') return { text: ': ' };
  if (token.startsWith('"')) return { text: token, kind: next === ':' ? 'name' : 'string' };
  if (token.length === 1 && '{}[],'.includes(token)) return { text: token };

  return { text: token, kind: /^[-\d]/.test(token) ? 'number' : 'word' };
}

function coloured({ text, kind }: Part): ComponentChild {
  const party = kind === 'string' ? /^"(party::.+)"$/.exec(text)?.[1] : undefined;
  if (party !== undefined) return <a href={addressOf({ view: 'world', item: party, query: {} })}>{text}</a>;
  return kind === undefined ? text : <span class={kind}>{text}</span>;
}
