/** Secrets that are recognized by their form: JSON Web Tokens, generated client secrets, and link tokens. */

import { SECRET_BEGINNING } from '../domain/sandbox/client-secret.js';
import { resemblesLinkToken } from '../domain/tokens/link-tokens.js';
import { digitAt, NO_DIGIT } from './encodings.js';
import type { OnFound } from './known-values.js';
import { MARKERS } from './markers.js';

/** How tokens are shown. */
export interface TokenForms {
  /** Renders a signed JSON Web Token (RFC 7519), from the part before its signature. */
  readonly jwt: (headerAndClaims: string) => string;
  /** Renders a link token; undefined if the text is no link token. */
  readonly link: (text: string) => string | undefined;
}

/** How tokens of other services are shown. */
export const FOREIGN_TOKENS: TokenForms = { jwt: () => MARKERS.otherSecret, link: () => undefined };

/** Matches a generated client secret, whole or cut off. */
const GENERATED = new RegExp(`${SECRET_BEGINNING}[\\da-fA-F]{1,32}`, 'g');

/** Reports where a text contains generated client secrets, whole or cut off. */
export function findGenerated(text: string, report: OnFound): void {
  for (const { 0: secret, index } of text.matchAll(GENERATED))
    report(index, index + secret.length, MARKERS.otherSecret);
}

/**
 * Matches a JSON Web Token. Its header is a JSON object, which begins with `eyJ` in Base64, and has at least ten
 * characters there. An encrypted token has five parts (RFC 7516).
 */
const JWT = /(eyJ[\w-]{7,}\.[\w-]+)\.[\w-]+(\.[\w-]+\.[\w-]+)?/y;

/**
 * Reports where a text contains JSON Web Tokens. The time is linear: after a beginning without a token, a word is left.
 */
export function findJwts(text: string, jwt: TokenForms['jwt'], report: OnFound): void {
  let start = text.indexOf('eyJ');
  while (start !== -1) {
    JWT.lastIndex = start;
    const [token, headerAndClaims = '', encrypted] = JWT.exec(text) ?? [];
    const end = token === undefined ? endOfWord(text, start) : start + token.length;
    if (token !== undefined) report(start, end, encrypted === undefined ? jwt(headerAndClaims) : MARKERS.otherSecret);
    start = text.indexOf('eyJ', end);
  }
}

/** The codes of two characters that are digits of base64, and not of base64url. */
const PLUS = 0x2b;
const SLASH = 0x2f;
/** The shortest link token, in characters. */
const SHORTEST_LINK = 35;
/** The longest ID of a sandbox, in bytes. */
const LONGEST_ID = 64;
/** The longest link token, in characters: two texts of 255 bytes, the subject and the fixed bytes. */
const LONGEST_LINK = 1_100;
/** How many characters before a link token may belong to the same word. */
const MOST_BEFORE = 1_024;
/**
 * How many candidates for link tokens (possible beginnings and seals) are checked in one text, and in one word. A text
 * could be made so that nearly each position is a candidate, and the check of a seal takes long.
 */
const MOST_CHECKED = 8_000;
const MOST_IN_WORD = 1_000;

/** Reports where a text contains link tokens with a valid seal, also within a longer word. */
export function findLinks(text: string, link: TokenForms['link'], report: OnFound): void {
  let checksLeft = MOST_CHECKED;
  // A token is a part of a word of base64url digits. A word that is long enough for a token includes one of these
  // places.
  for (let place = SHORTEST_LINK - 1; place < text.length && checksLeft > 0; place += SHORTEST_LINK) {
    if (!isInWord(text, place)) continue;

    checksLeft -= findLinksInWord(text, place, Math.min(checksLeft, MOST_IN_WORD), link, report);
    place = endOfWord(text, place);
  }
}

/** Reports the link tokens of the word at a position. Returns how many candidates it has checked. */
function findLinksInWord(text: string, at: number, most: number, link: TokenForms['link'], report: OnFound): number {
  let start = at;
  while (isInWord(text, start - 1)) start--;
  const end = endOfWord(text, at);

  const lastStart = Math.min(end - SHORTEST_LINK, start + MOST_BEFORE);
  let checked = 0;

  for (let from = start; from <= lastStart && checked < most; from++) {
    if (!mayBeginLink(text, from)) continue;

    checked++;
    if (!resemblesLinkToken(text.slice(from, end))) continue;

    // Where the token ends is unknown: from the longest possible one on, each end is tried.
    const shortest = from + SHORTEST_LINK;
    for (let to = Math.min(end, from + LONGEST_LINK); to >= shortest && checked < most; to--) {
      if (!mayEndLink(text, from, to)) continue;

      checked++;
      const shown = link(text.slice(from, to));
      if (shown === undefined) continue;

      report(from, to, shown);
      // Another link token may follow in the same word.
      from = to - 1;
      break;
    }
  }

  return checked;
}

/** Whether a link token may begin here: with a byte that is the length of an ID, and two printable bytes of the ID. */
function mayBeginLink(text: string, at: number): boolean {
  // Four digits of six bits each make three bytes.
  const two = digitAt(text, at + 1);
  const length = (digitAt(text, at) << 2) | (two >> 4);
  if (length === 0 || length > LONGEST_ID) return false;

  const three = digitAt(text, at + 2);
  const first = ((two << 4) | (three >> 2)) & 255;
  const second = ((three << 6) | digitAt(text, at + 3)) & 255;

  return isVisible(first) && isVisible(second);
}

/** The bits of the last digit that have no meaning. The index is the number of digits in the last group of four. */
const UNUSED_BITS = [0, 0, 0b1111, 0b11] as const;

/** Whether a link token may end here: the last base64url group has more than one digit, and its unused bits are 0. */
function mayEndLink(text: string, at: number, to: number): boolean {
  const rest = (to - at) & 3;
  return rest !== 1 && (digitAt(text, to - 1) & UNUSED_BITS[rest]!) === 0;
}

/** Whether the byte is a visible character of ASCII. */
function isVisible(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f;
}

/** Whether a character is a digit of base64url: a letter, a digit, `-` or `_`. */
function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code !== PLUS && code !== SLASH && digitAt(text, at) !== NO_DIGIT;
}

/** The end of the word at a position. */
function endOfWord(text: string, at: number): number {
  let end = at;
  while (isInWord(text, end)) end++;
  return end;
}
