/** Finds secrets by the places where they stand and by their shapes. Every search is linear in the length of the text. */

import { parseJson } from '../../common/json.js';
import { MARKERS, type Span } from './markers.js';

/** A value in a text, in the place of a secret. */
export interface SecretPlace {
  readonly start: number;
  readonly end: number;
  /** The decoded value; undefined if its encoding is broken. */
  readonly value: string | undefined;
}

const SECRET_NAME = /(?:secret|password|passwd|passphrase|apikey|assertion|authorization|cookie|token)$/;
/** The end of a name decides. Longer names are cut off in front. */
const MOST_OF_NAME = 60;

/** Whether a header, field or member of this name contains a secret: `client_secret`, `X-Api-Key`, `clientSecret[]`. */
export function isSecretName(name: string): boolean {
  const decoded = formDecoded(name.slice(-MOST_OF_NAME)) ?? name.slice(-MOST_OF_NAME);
  return SECRET_NAME.test(decoded.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** The secrets in a query or form. */
export function secretFields(text: string, from = 0): SecretPlace[] {
  const places: SecretPlace[] = [];
  for (let start = from; start < text.length;) {
    const next = text.indexOf('&', start);
    const end = next === -1 ? text.length : next;
    const field = text.slice(start, end);
    const equals = field.indexOf('=');
    if (equals !== -1 && isSecretName(field.slice(0, equals)))
      places.push({ start: start + equals + 1, end, value: formDecoded(field.slice(equals + 1)) });
    start = end + 1;
  }
  return places;
}

/** The secrets in JSON, whole or cut off: strings that are members with such a name, or in a list that is. */
export function secretMembers(text: string): SecretPlace[] {
  const places: SecretPlace[] = [];
  let isSecret = false;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start + 1);
    if (isFollowedByColon(text, end + 1)) isSecret = isSecretName(text.slice(start + 1, end));
    else if (isSecret)
      places.push({ start: start + 1, end, value: parseJson(text.slice(start, end + 1)) as string | undefined });
    start = text.indexOf('"', end + 1);
  }
  return places;
}

/** The place of the closing quote, or the end of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at++;
  }
  return text.length;
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  return text[at] === ':';
}

/** How tokens are shown. */
export interface TokenForms {
  /** A JSON Web Token (RFC 7515 section 3.1), from its header and claims. */
  readonly jwt: (headerAndClaims: string) => string;
  /** A link token; undefined if the text is none. */
  readonly link: (text: string) => string | undefined;
}

/** Tokens cannot be shorter. */
const MINIMUM_TOKEN = 20;
/** Encoded characters, and what may be part of a token. */
const RUN = /%[\da-f]{2}|\\["\\/bfnrt]|[\w.-]+/gi;

/** The tokens in a text, recognised by their shape. */
export function tokens(text: string, forms: TokenForms): Span[] {
  const spans: Span[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run.length < MINIMUM_TOKEN) continue;
    const parts = run.split('.');
    for (let part = 0, at = index; part < parts.length; part++) {
      const found = jwtAt(parts, part, at, forms) ?? linkAt(parts[part]!, at, forms);
      if (found !== undefined) spans.push(found.span);
      for (const last = part + (found?.parts ?? 1) - 1; part < last; part++) at += parts[part]!.length + 1;
      at += parts[part]!.length + 1;
    }
  }
  return spans;
}

interface FoundToken {
  readonly span: Span;
  /** The number of parts between dots. */
  readonly parts: number;
}

/** A part of this length is a signature, whatever stands before the token. */
const SHORTEST_SIGNATURE = 43;

function jwtAt(parts: readonly string[], part: number, at: number, { jwt }: TokenForms): FoundToken | undefined {
  const [header = '', claims = '', signature = ''] = parts.slice(part, part + 3);
  const before = header.search(signature.length < SHORTEST_SIGNATURE ? /(?<![A-Za-z0-9])eyJ/ : /eyJ/);
  if (before === -1 || claims === '' || signature === '') return undefined;
  const start = at + before;
  const end = at + header.length + claims.length + signature.length + 2;
  return { span: { start, end, shown: jwt(`${header.slice(before)}.${claims}`) }, parts: 3 };
}

/** A text of this length may be a link token. */
const SHORTEST_LINK = 40;
/** So many characters may stand directly before a link token. */
const MOST_BEFORE_LINK = 4;

function linkAt(text: string, start: number, { link }: TokenForms): FoundToken | undefined {
  const end = start + text.length;
  const shown = link(text);
  if (shown !== undefined) return { span: { start, end, shown }, parts: 1 };
  for (let before = 1; before <= MOST_BEFORE_LINK && text.length - before >= SHORTEST_LINK; before++) {
    const own = link(text.slice(before));
    // Only a valid seal shows that a token begins here.
    if (own !== undefined && own !== MARKERS.otherSecret)
      return { span: { start: start + before, end, shown: MARKERS.otherSecret }, parts: 1 };
  }
  return undefined;
}

/** How the tokens of others are shown. */
export const FOREIGN_TOKENS: TokenForms = { jwt: () => MARKERS.otherSecret, link: () => undefined };

/** The decoded value of a form field. Undefined if its encoding is broken. */
export function formDecoded(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
