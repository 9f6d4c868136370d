/** Secrets that are recognized by their form: JSON Web Tokens, generated client secrets, and link tokens. */

import { SECRET_BEGINNING } from '../domain/sandbox/client-secret.js';
import type { OnFound } from './known-values.js';
import { MARKERS } from './markers.js';

/** How tokens are shown. */
export interface TokenForms {
  /** A signed JSON Web Token (RFC 7519), from what stands before its signature. */
  readonly jwt: (headerAndClaims: string) => string;
  /** A link token; undefined if the text is none. */
  readonly link: (text: string) => string | undefined;
}

/** How the tokens of others are shown. */
export const FOREIGN_TOKENS: TokenForms = { jwt: () => MARKERS.otherSecret, link: () => undefined };

const DIGITS = /[\da-f]{1,32}/iy;

/** Reports where a text contains generated client secrets, whole or cut off. */
export function findGenerated(text: string, found: OnFound): void {
  for (let start = text.indexOf(SECRET_BEGINNING); start !== -1;) {
    DIGITS.lastIndex = start + SECRET_BEGINNING.length;
    const end = DIGITS.test(text) ? DIGITS.lastIndex : start + 1;
    if (end > start + 1) found(start, end, MARKERS.otherSecret);
    start = text.indexOf(SECRET_BEGINNING, end);
  }
}

/** The header is JSON; an encrypted token has five parts (RFC 7516). */
const JWT = /(eyJ[\w-]{7,}\.[\w-]+)\.[\w-]+(\.[\w-]+\.[\w-]+)?/y;

/** Reports where a text contains JSON Web Tokens. */
export function findJwts(text: string, jwt: TokenForms['jwt'], found: OnFound): void {
  for (let start = text.indexOf('eyJ'), end = 0; start !== -1; start = text.indexOf('eyJ', end)) {
    JWT.lastIndex = start;
    const [token, headerAndClaims = '', encrypted] = JWT.exec(text) ?? [];
    end = token === undefined ? endOfWord(text, start) : start + token.length;
    if (token !== undefined) found(start, end, encrypted === undefined ? jwt(headerAndClaims) : MARKERS.otherSecret);
  }
}

const WORD = /[\w-]*/y;

function endOfWord(text: string, at: number): number {
  WORD.lastIndex = at;
  WORD.test(text);
  return WORD.lastIndex;
}

/** A shorter word is no link token, in characters. */
const SHORTEST_LINK = 35;
const LONG_WORD = new RegExp(String.raw`[\w-]{${SHORTEST_LINK},}`, 'g');
/** The characters before a link token that may belong to the same word. */
const MOST_BEFORE = 16;

/** Reports the link tokens with a valid seal at the ends of the words of a text. */
export function findLinks(text: string, link: TokenForms['link'], found: OnFound): void {
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    for (let at = 0; at <= Math.min(MOST_BEFORE, word.length - SHORTEST_LINK); at++) {
      const shown = link(word.slice(at));
      if (shown !== undefined) found(index + at, index + word.length, shown);
    }
  }
}
