/** What others may see of an exchange: errors, hooks and logs show neither secrets nor what was searched for. */

import { mapValues } from '../arguments.js';
import type { HeaderFields } from '../settings/call-options.js';

export const HIDDEN = '[hidden]';
/** Replaces secrets in the first 20,000 characters of a text. @param isCut whether the text may end within a secret */
export type Hide = (text: string, isCut?: boolean) => string;
const MOST_READ = 20_000;
/** The shortest beginning of a secret that is hidden where a text is cut: a shorter one says nothing. */
const SHORTEST_BEGINNING = 4;
const LONGEST_BEGINNING = 4_096;
/** Fewer letters are in any text, by chance. */
const SHORTEST_NET = 6;
/** What an escape of URLs, forms, JSON and HTML may consist of, also of one within another, and what may be escaped. */
const ESCAPES = /%(25)*[\da-f]{2}|\\u[\da-f]{4}|&(amp;)*#?\w+;|[\W_]/gi;
/** The letters and digits of a text, which are the same in every spelling. */
const lettersOf = (text: string): string => text.replace(ESCAPES, '').toLowerCase();
/** Replaces the usual spellings of secrets. A text with a secret in any other spelling is hidden as a whole. */
export function hider(secrets: readonly string[]): Hide {
  // The longest first: one may contain another.
  const known = [...secrets].sort((one, other) => other.length - one.length);
  return (text, isCut = text.length > MOST_READ) => {
    let shown = text.slice(0, MOST_READ);
    for (const secret of known)
      for (const spelling of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
        shown = shown.split(spelling).join(HIDDEN);
    const letters = lettersOf(shown);
    const isSafe = known.map(lettersOf).every((secret) => {
      let length = isCut ? Math.min(secret.length, LONGEST_BEGINNING) : 0;
      while (length >= SHORTEST_BEGINNING && !letters.endsWith(secret.slice(0, length))) length--;
      return length < SHORTEST_BEGINNING && (secret.length < SHORTEST_NET || !letters.includes(secret));
    });
    return isSafe ? shown : HIDDEN;
  };
}
/** Parameters of paging and state, the only ones whose values are shown. */
const SHOWN_PARAMETERS = /^(offset|limit|order.*|.*status)$/i;
/** Headers whose values are neither secrets of the caller nor new tokens. */
const SHOWN_HEADERS = /^(accept|connection|content-[elt]|date|retry-|trace|user-agent|(x-)?ratelimit)|-id$/;
/** A header or a search term that is shorter would hide parts of most words. */
const SHORTEST_TERM = 3;
/** What others may see of one attempt. */
export type Redaction = ReturnType<typeof redact>;

export function redact(url: string, headers: HeaderFields, known: readonly (string | undefined)[]) {
  const [address = '', query] = url.split('?');
  const secrets = known.filter(Boolean) as string[];
  const searched: string[] = [];
  const hidden = (values: string[], value: string): string => {
    if (value.length >= SHORTEST_TERM) values.push(value);
    return HIDDEN;
  };
  const parameters = [...new URLSearchParams(query)].map(
    ([name, value]) => `${name}=${SHOWN_PARAMETERS.test(name) ? value : hidden(searched, value)}`,
  );
  const shown = mapValues(headers, (value, name) => (SHOWN_HEADERS.test(name) ? value : hidden(secrets, value)));
  const hide = hider(secrets);
  /** Hides secrets and what was searched for. */
  const text = hider([...secrets, ...searched]);
  return {
    url: hide(address) + (query ? `?${parameters.join('&')}` : ''),
    headers: shown,
    text,
    /** Hides secrets in a code, of which what was searched for may be a part by chance. */
    code: (code: string | undefined) => code && (/^\w+$/.test(code) && text(code) !== HIDDEN ? hide(code) : text(code)),
  };
}
/** The headers of a response without cookies and secrets; to a POST, only those that cannot hold a new token. */
export function shownResponseHeaders(
  headers: HeaderFields,
  hide: (value: string) => string,
  isPost?: boolean,
): HeaderFields {
  const shown = Object.entries(headers).filter(([name]) => (isPost ? SHOWN_HEADERS.test(name) : name !== 'set-cookie'));
  return Object.fromEntries(shown.map((pair) => pair.map((part) => hide(part)))) as HeaderFields;
}
