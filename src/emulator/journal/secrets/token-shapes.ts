/** Finds tokens by their shapes. The search looks at each byte a bounded number of times. */

import { MARKERS, type Span } from '../markers.js';
import type { Layer } from './decoded-layers.js';

/** How tokens are shown. */
export interface TokenForms {
  /** A JSON Web Token (RFC 7515 section 3.1), from its header and claims. */
  readonly jwt: (headerAndClaims: string) => string;
  /** A link token; undefined if the text is none. */
  readonly link: (text: string) => string | undefined;
}

/** How the tokens of others are shown. */
export const FOREIGN_TOKENS: TokenForms = { jwt: () => MARKERS.otherSecret, link: () => undefined };

/** Receives the place of a token in a layer. */
type FoundToken = (start: number, end: number, shown: string) => void;

const DIGITS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
/** Letters, digits, `-` and `_`. */
const WORD = new Uint8Array(256);
/** What they mean in base64url (RFC 4648 section 5). */
const BASE64URL = new Uint8Array(256);
for (const [value, byte] of DIGITS.entries()) {
  WORD[byte] = 1;
  BASE64URL[byte] = value;
}
const DOT = 0x2e;
/** The longest ID of a sandbox, in bytes. */
const LONGEST_ID = 64;
const HYPHEN = 0x2d;
const UNDERSCORE = 0x5f;
/** A part of this length is a signature, whatever stands before the token. */
const SHORTEST_SIGNATURE = 43;
/** A text of this length may be a link token. */
const SHORTEST_LINK = 35;
/** Longer texts are no link tokens of this emulator, but may resemble one. */
const LONGEST_LINK = 4_096;
/** The most places in a word that are tried because they look like the beginning of a link token. */
const MOST_TRIED = 16;

/** The tokens in a layer. */
export function findTokens({ bytes, length }: Layer, { jwt, link }: TokenForms, found: FoundToken): void {
  const textOf = (start: number, end: number): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  for (let start = 0; start < length;) {
    const end = endOfWord(bytes, start, length);
    const claimsEnd = bytes[end] === DOT && end < length ? endOfWord(bytes, end + 1, length) : end;
    const tokenEnd = claimsEnd > end + 1 && bytes[claimsEnd] === DOT ? endOfWord(bytes, claimsEnd + 1, length) : 0;
    const token = tokenEnd > claimsEnd + 1 ? headerIn(bytes, start, end, tokenEnd - claimsEnd - 1) : -1;
    if (token !== -1) {
      found(token, tokenEnd, jwt(textOf(token, claimsEnd)));
      start = tokenEnd;
    } else {
      if (end - start >= SHORTEST_LINK) findLink(textOf(start, end), start, link, found);
      start = end;
    }
    start++;
  }
}

/** Where a token begins in a word, by the letters that the JSON of its header begins with; -1 if it does not. */
function headerIn(bytes: Uint8Array, start: number, end: number, signature: number): number {
  for (let at = start; at + 2 < end; at++) {
    if (bytes[at] !== 0x65 || bytes[at + 1] !== 0x79 || bytes[at + 2] !== 0x4a) continue;
    const before = bytes[at - 1]!;
    const isInWord = at > start && isWordByte(before) && before !== UNDERSCORE;
    if (signature >= SHORTEST_SIGNATURE || !isInWord) return at;
  }
  return -1;
}

function findLink(text: string, start: number, link: TokenForms['link'], found: FoundToken): void {
  const end = start + text.length;
  const shown = link(text);
  if (shown !== undefined) {
    found(start, end, shown);
    return;
  }
  if (text.length > LONGEST_LINK) return;
  for (let before = 1, tried = 0; text.length - before >= SHORTEST_LINK && tried < MOST_TRIED; before++) {
    if (!mayBeginLink(text, before)) continue;
    tried++;
    const own = link(text.slice(before));
    // Only a valid seal shows that a token begins here.
    if (own === undefined || own === MARKERS.otherSecret) continue;
    found(start + before, end, MARKERS.otherSecret);
    return;
  }
}

/** Whether the first group of a link token begins here: the length of an ID, and its first two characters. */
function mayBeginLink(word: string, at: number): boolean {
  const first = valueAt(word, at + 1);
  const second = valueAt(word, at + 2);
  const length = (valueAt(word, at) << 2) | (first >> 4);
  if (length <= 2 || length > LONGEST_ID) return false;
  return isVisible(((first << 4) | (second >> 2)) & 255) && isVisible(((second << 6) | valueAt(word, at + 3)) & 255);
}

function valueAt(word: string, at: number): number {
  return BASE64URL[word.charCodeAt(at)]!;
}

function isVisible(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f;
}

function endOfWord(bytes: Uint8Array, from: number, length: number): number {
  let end = from;
  while (end < length && WORD[bytes[end]!] === 1) end++;
  return end;
}

/** Whether a byte is a letter, a digit or `_`. */
export function isWordByte(byte: number): boolean {
  return WORD[byte] === 1 && byte !== HYPHEN;
}

/** The tokens in a text. */
export function tokensIn(text: string, forms: TokenForms): Span[] {
  const bytes = Buffer.from(text);
  const spans: Span[] = [];
  findTokens({ bytes, length: bytes.length }, forms, (start, end, shown) => spans.push({ start, end, shown }));
  return spans;
}
