/** What others may see of an exchange: errors and hooks show neither secrets nor what was searched for. */

import { mapValues } from './arguments.js';
import type { HeaderFields } from './settings.js';

const HIDDEN = '[hidden]';

/** Replaces secrets in a text. */
export type Hide = (text: string) => string;

/** Hides secrets in every spelling: plain, percent- or form-encoded, escaped as in JSON or HTML; but no part of a word. */
export function hider(secrets: readonly (string | undefined)[]): Hide {
  const pattern = new RegExp(secrets.flatMap((secret) => (secret ? spellingsOf(secret) : [])).join('|'), 'giu');
  return (text) => text.replace(pattern, HIDDEN);
}

const LETTER = '[\\p{L}\\p{N}_]';
/** The beginning of a word. It may follow an escape, as in `%3Dsecret` and `\nsecret`. */
const BEGINNING = `(?<!${LETTER}(?<!\\\\[bfnrt]|(?:%|\\\\[ux])[\\da-f]{2,4}))`;
/** What stands for characters that are no letters: themselves, `%26`, `\\u0026`, `&amp;`, `+`. */
const ESCAPED = '(?:\\W\\w{0,5}?)+?';

/** A regular expression of a text in every spelling. */
function spellingsOf(secret: string): string {
  return `${/^\w/.test(secret) ? BEGINNING : ''}${secret.replace(/\W+/gu, ESCAPED)}${/\w$/.test(secret) ? `(?!${LETTER})` : ''}`;
}

/** The values of all parameters but those of paging and state. */
const SEARCHED = /([?&](?!offset|limit|order|\w*status=)[^=&?]+=)[^&]*/gi;

export function shownUrl(url: string, hide: Hide): string {
  return hide(url).replace(SEARCHED, `$1${HIDDEN}`);
}

const SHOWN_HEADERS = /^(accept|content-type|user-agent|trace\w+)$/;

/** The headers of a request, with the values of all hidden that may hold a key. */
export function shownRequestHeaders(headers: HeaderFields): HeaderFields {
  return mapValues(headers, (value, name) => (SHOWN_HEADERS.test(name) ? value : HIDDEN));
}

/** The headers of a response, without cookies and secrets. */
export function shownResponseHeaders({ 'set-cookie': _, ...headers }: HeaderFields, hide: Hide): HeaderFields {
  return mapValues(headers, hide);
}
