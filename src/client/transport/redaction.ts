/** The visible parts of an exchange: errors, hooks and logs show neither secrets nor search terms. */

import { mapValues } from '../arguments.js';
import type { HeaderFields } from '../settings/call-options.js';

export const HIDDEN = '[hidden]';
/** Replaces secrets in the first 20,000 characters of a text. @param isCut whether the text may end within a secret */
export type Hide = (text: string, isCut?: boolean) => string;
const MOST_READ = 20_000;
/** The shortest beginning of a secret that is hidden at the end of a cut text: a shorter one reveals nothing. */
const SHORTEST_BEGINNING = 4;
const LONGEST_BEGINNING = 4_096;
/** The fewest letters of a secret that are searched for in any spelling: fewer letters occur in any text by chance. */
const SHORTEST_SEARCHED = 6;
/** Matches escapes of URLs, forms, JSON and HTML, also nested ones, and all characters that may be escaped. */
const ESCAPES = /%(25)*[\da-f]{2}|\\u[\da-f]{4}|&(amp;)*#?\w+;|[\W_]/gi;
/** The letters and digits of a text, which are the same in every spelling. */
const lettersOf = (text: string): string => text.replace(ESCAPES, '').toLowerCase();
/** Replaces the usual spellings of secrets. A text with a secret in any other spelling is hidden as a whole. */
export function hider(secrets: readonly string[]): Hide {
  // The longest secret comes first, because it may contain another one.
  const known = [...secrets].sort((one, other) => other.length - one.length);
  return (text, isCut = text.length > MOST_READ) => {
    let shown = text.slice(0, MOST_READ);
    for (const secret of known)
      // The third spelling is that in JSON, without the quotation marks.
      for (const spelling of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
        shown = shown.replaceAll(spelling, HIDDEN);

    const letters = lettersOf(shown);
    // The text still has a secret if the letters of the secret occur, or if a cut text ends within the secret.
    const isLeft = (secret: string): boolean =>
      (secret.length >= SHORTEST_SEARCHED && letters.includes(secret)) || (isCut && endsWithin(letters, secret));

    return known.map(lettersOf).some(isLeft) ? HIDDEN : shown;
  };
}

/** Whether the text ends with a beginning of the secret; both are letters of {@link lettersOf}. */
function endsWithin(text: string, secret: string): boolean {
  let beginning = secret.slice(0, LONGEST_BEGINNING);
  while (beginning && !text.endsWith(beginning)) beginning = beginning.slice(0, -1);
  return beginning.length >= SHORTEST_BEGINNING;
}

/** Parameters of paging and state, the only ones whose values are shown. */
const SHOWN_PARAMETERS = /^(offset|limit|order.*|.*status)$/i;
/** Headers whose values are neither secrets of the caller nor new tokens. */
const SHOWN_HEADERS = /^(accept|connection|content-[elt]|date|retry-|trace|user-agent|(x-)?ratelimit)|-id$/;
/** The shortest header or search term that is hidden: a shorter one would hide parts of most words. */
const SHORTEST_TERM = 3;
/** The visible parts of one attempt. */
export type Redaction = ReturnType<typeof redact>;

/** @param known the secrets of the request; undefined for one that it does not have */
export function redact(url: string, headers: HeaderFields, known: readonly (string | undefined)[]) {
  const [address = '', query] = url.split('?');
  const secrets = known.filter(Boolean) as string[];
  const searchTerms: string[] = [];
  /** Returns the text for a hidden value. Lists the value, so that texts about the request hide the value, too. */
  const hideAs = (values: string[], value: string): string => {
    if (value.length >= SHORTEST_TERM) values.push(value);
    return HIDDEN;
  };

  const parameters = [...new URLSearchParams(query)].map(([name, value]) => {
    const isShown = SHOWN_PARAMETERS.test(name);
    return `${name}=${isShown ? value : hideAs(searchTerms, value)}`;
  });
  const shown = mapValues(headers, (value, name) => (SHOWN_HEADERS.test(name) ? value : hideAs(secrets, value)));
  const hide = hider(secrets);
  /** Hides secrets and search terms. */
  const text = hider([...secrets, ...searchTerms]);

  return {
    url: hide(address) + (query ? `?${parameters.join('&')}` : ''),
    headers: shown,
    text,
    /** Hides secrets in an error code. A search term may be a part of the code by chance, so it stays visible. */
    code: (code: string | undefined) => {
      if (!code) return code;

      const isWord = /^\w+$/.test(code);
      return isWord && text(code) !== HIDDEN ? hide(code) : text(code);
    },
  };
}

/** The headers of a response without cookies and secrets. For a POST, only headers that cannot contain a new token. */
export function shownResponseHeaders(headers: HeaderFields, hide: Hide, isPost?: boolean): HeaderFields {
  const shown = Object.entries(headers).filter(([name]) => (isPost ? SHOWN_HEADERS.test(name) : name !== 'set-cookie'));
  return Object.fromEntries(shown.map((pair) => pair.map((part) => hide(part)))) as HeaderFields;
}
