/** Secrets that are recognized by their place: after the name of a header, a field or a member. */

import type { Steps } from '../../common/steps.js';
import { parseJson } from '../../common/json.js';
import { decodeIfValid } from '../../common/percent-encoding.js';

export { TOKEN_OPERATION } from '../domain/world/secret-places.js';

/** A value in a text, in the place of a secret. */
export interface SecretPlace {
  readonly start: number;
  readonly end: number;
  /** The decoded value; undefined if its encoding is broken. */
  readonly value: string | undefined;
  /**
   * Whether the place contains a literal of JSON without its own quotation marks: a number, or the strings of a list.
   */
  readonly isLiteral?: boolean;
}

/** Matches the end of names of secrets, in lower case and without separators. */
const SECRET_NAME =
  /(?:secret|password|passwd|passphrase|token|assertion|apikey|privatekey|signingkey|authorization|cookie)$/;
/** How much of the end of a long name is examined, in characters. */
const MOST_OF_NAME = 200;

/** Whether a header, field or member of this name contains a secret: `client_secret`, `X-Api-Key`, `clientSecret[]`. */
export function isSecretName(name: string): boolean {
  const end = name.slice(-MOST_OF_NAME).replace(/(?:\[\d*\])+$/, '');
  return SECRET_NAME.test(end.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** What a text is. `form`: a query or a form, in which a field ends at the next ampersand. `any`: any other text. */
export type TextKind = 'form' | 'any';

/** How many secrets are found in one step. */
const MOST_IN_STEP = 2_000;
/** The codes of the two separators between a name and its value. */
const EQUALS = 0x3d;
const COLON = 0x3a;
/**
 * The last two letters of names of secrets, as one number each. Each equals sign and colon of a text is looked at, so
 * this quick check comes before the name is read.
 */
const LAST_LETTERS = new Set(['et', 'rd', 'wd', 'se', 'en', 'on', 'ey', 'ie'].map((pair) => lettersBefore(pair, 2)));
/** The most quotation marks, brackets and blanks between a name and its separator. */
const MOST_BETWEEN = 8;
/** How much of the end of a name in a text is examined, in characters. */
const MOST_OF_WORDS = 24;
/** Matches a name such as `client_secret` at the end of a text. */
const NAME = /[\w.%-]{0,24}$/;
/** Matches the name of a header in a text: `authorization`, `cookie`, or any name with a hyphen. */
const HEADER_NAME = /^(?:authorization|cookie)$|-/i;

/**
 * The secrets in any text: after `name=`, in strings after `"name":`, and in a line after `Name:` if the name is that
 * of a header. Secrets are also found in truncated JSON, and in literals of programming languages.
 */
export function* namedSecrets(text: string, kind: TextKind): Steps<SecretPlace[]> {
  const places: SecretPlace[] = [];
  /** Whether each name that occurred so far is the name of a secret. */
  let known: Map<string, boolean> | undefined;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== EQUALS && code !== COLON) continue;

    // Between a name and its separator, there may be quotation marks and brackets, as in `"tokens[]": `.
    let end = at;
    while (end > at - MOST_BETWEEN && isBetween(text.charCodeAt(end - 1))) end--;
    if (!LAST_LETTERS.has(lettersBefore(text, end))) continue;

    const name = NAME.exec(text.slice(Math.max(0, end - MOST_OF_WORDS), end))![0];
    // An address that ends in "/token", as in `https://example.com/token: 404`, is no member.
    if (code === COLON && text[end - name.length - 1] === '/') continue;

    // Texts repeat few names, often.
    known ??= new Map();
    const isSecret = known.get(name) ?? isSecretName(formDecoded(name) ?? name);
    known.set(name, isSecret);
    if (!isSecret) continue;

    const place = code === EQUALS ? fieldValue(text, at + 1, kind) : memberValue(text, at + 1, name);
    if (place === undefined) continue;

    places.push(place);
    if (places.length % MOST_IN_STEP === 0) yield;
    // The value is not searched again.
    at = Math.max(at, place.end - 1);
  }

  return places;
}

/** Matches the head of a field in a multipart form (RFC 7578), with the empty line after it. */
const PART_HEAD = /;\s{0,9}name="?([\w.[\]-]{1,200})"?[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,3}(?:\r?\n){2}/gi;
/** Matches the content of a part of a multipart body, up to the next boundary. */
const PART_BODY = /[^]*?(?=\r?\n--|$)/y;

/** The secrets in the fields of a multipart form, even if the form is truncated. */
export function partSecrets(text: string): SecretPlace[] {
  const places: SecretPlace[] = [];
  for (const { 0: head, 1: name = '', index } of text.matchAll(PART_HEAD)) {
    const start = index + head.length;
    if (!isSecretName(name) || start < (places.at(-1)?.end ?? 0)) continue;

    const value = matchAt(PART_BODY, text, start)!;
    places.push({ start, end: start + value.length, value });
  }

  return places;
}

/** The two letters before a position, in lower case, as one number. */
function lettersBefore(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) | 0x20) << 8) | (text.charCodeAt(end - 1) | 0x20);
}

/** Whether a character is a blank, a quotation mark, a digit, a backslash or a bracket. */
function isBetween(code: number): boolean {
  const isQuotation = code === 0x22 || code === 0x27;
  const isDigit = code >= 0x30 && code <= 0x39;

  return code <= 0x20 || isQuotation || isDigit || (code >= 0x5b && code <= 0x5d);
}

/** Matches a value such as `"a b"`, `'a b'` or `ab`. A string may be truncated. */
const FIELD = /"[^"\\]*(?:\\.[^"\\]*)*"?|'[^'\\]*(?:\\.[^'\\]*)*'?|[^&\s"'<>]*/sy;

/** Matches the value of a field in a form. */
const FORM_FIELD = /[^&]*/y;

/** The value after an equals sign. */
function fieldValue(text: string, from: number, kind: TextKind): SecretPlace {
  const found = matchAt(kind === 'form' ? FORM_FIELD : FIELD, text, from)!;
  if (kind === 'any' && /^["']/.test(found)) return quoted(found, from);
  return { start: from, end: from + found.length, value: formDecoded(found) };
}

const BLANKS = /\s*/y;
/** The pattern of a whole string of JSON. */
const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
/** Matches the value of a member: a string, even if truncated; a list of strings; or a number. */
const MEMBER = new RegExp(
  String.raw`${STRING}?|'[^'\\]*(?:\\.[^'\\]*)*'?|\[\s*${STRING}?(?:\s*,\s*${STRING}?)*|-?\d[\d.eE+-]*`,
  'sy',
);
/** Matches the scheme before the credentials in a header. It is no secret. */
const SCHEME = /(?:(?:basic|bearer|digest|dpop)[ \t]+)?/iy;
/** Matches the rest of a line with a header field. */
const LINE = /[^\s{}&"'\\[][^\r\n"'\\]*/y;

/** The value after a colon: of a member of JSON, or of a header. Undefined if what follows is neither. */
function memberValue(text: string, from: number, name: string): SecretPlace | undefined {
  const start = from + matchAt(BLANKS, text, from)!.length;
  const found = matchAt(MEMBER, text, start);

  // A string or a list is a value of JSON, whatever is before the name.
  if (found !== undefined && /^["']/.test(found)) return quoted(found, start);
  if (found?.startsWith('[') === true)
    return { start: start + 1, end: start + found.length, value: found.slice(1), isLiteral: true };
  if (HEADER_NAME.test(name)) return headerValue(text, start);

  // A number counts only after a name in quotation marks: `token: 7` may be prose.
  const before = text.slice(Math.max(0, from - MOST_BETWEEN), from);
  if (found === undefined || !/"\s*:$/.test(before)) return undefined;

  return { start, end: start + found.length, value: found, isLiteral: true };
}

/** The value of a header, without a scheme. Undefined if the line has no more. */
function headerValue(text: string, from: number): SecretPlace | undefined {
  const start = from + matchAt(SCHEME, text, from)!.length;
  const value = matchAt(LINE, text, start);
  return value === undefined ? undefined : { start, end: start + value.length, value };
}

/** The inside of a string. @param found the string with its quotation marks @param at where the string begins */
function quoted(found: string, at: number): SecretPlace {
  const inside = found.length > 1 && found.endsWith(found[0]!) ? found.slice(1, -1) : found.slice(1);
  const value = inside.includes('\\') ? (parseJson(`"${inside}"`) as string | undefined) : inside;
  return { start: at + 1, end: at + 1 + inside.length, value };
}

/** The match of a sticky expression at a position. */
function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}

/** The decoded value of a form field. Undefined if the encoding is broken. */
export function formDecoded(text: string): string | undefined {
  return decodeIfValid(text.replaceAll('+', ' '));
}
