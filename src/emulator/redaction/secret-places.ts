/** Secrets that are recognized by their place: by the name of a header, a field or a member before them. */

import { parseJson } from '../../common/json.js';
import { remembering } from '../../common/remembering.js';

/** A value in a text, in the place of a secret. */
export interface SecretPlace {
  readonly start: number;
  readonly end: number;
  /** The decoded value; undefined if its encoding is broken. */
  readonly value: string | undefined;
  /** Whether the place is a literal of JSON: a number, or the strings of a list. */
  readonly isLiteral?: boolean;
}

const SECRET_NAME =
  /(?:secret|password|passwd|passphrase|token|assertion|apikey|privatekey|signingkey|authorization|cookie)$/;
/** The end of a longer name is enough, in characters. */
const MOST_OF_NAME = 200;

/** Whether a header, field or member of this name contains a secret: `client_secret`, `X-Api-Key`, `clientSecret[]`. */
export function isSecretName(name: string): boolean {
  const end = name.slice(-MOST_OF_NAME).replace(/\[\d*\]$/, '');
  return SECRET_NAME.test(end.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** The most quotation marks, brackets, digits and blanks between a name and what separates it from its value. */
const MOST_BETWEEN = 8;
/** The end of a name is enough, in characters. */
const MOST_OF_WORDS = 24;
/** A name at the end of a text, and what stands between it and the end. */
const NAME = new RegExp(String.raw`([\w.%-]{0,${MOST_OF_WORDS}}?)[\0-\x20"'\d[-\]]{0,${MOST_BETWEEN}}$`);
/** The name of a header in a text: it has a hyphen, or is one of these. */
const HEADER_NAME = /^(?:authorization|cookie)$|-/i;

/**
 * The secrets in any text: behind `name=`, in strings behind `"name":`, and in a line behind `Name:` if that is a
 * header. Also of JSON that is cut off, and of the literals of programming languages.
 * @param isForm whether the text is a query or a form: a field ends at the next ampersand
 */
export function namedSecrets(text: string, isForm = false): SecretPlace[] {
  const places: SecretPlace[] = [];
  const isSecret = remembering((name) => isSecretName(formDecoded(name) ?? name));
  let done = 0;
  for (const { 0: separator, index: at } of text.matchAll(/[=:]/g)) {
    if (at < done) continue;
    const name = NAME.exec(text.slice(Math.max(0, at - MOST_OF_WORDS - MOST_BETWEEN), at))![1]!;
    if (!isSecret(name)) continue;
    const place = separator === '=' ? fieldValue(text, at + 1, isForm) : memberValue(text, at + 1, name);
    if (place === undefined) continue;
    places.push(place);
    done = place.end;
  }
  return places;
}

const FIELD = /"[^"\\]*(?:\\.[^"\\]*)*"?|'[^'\\]*(?:\\.[^'\\]*)*'?|[^&\s"'<>]*/sy;

const FORM_FIELD = /[^&]*/y;

function fieldValue(text: string, from: number, isForm: boolean): SecretPlace {
  const found = matchAt(isForm ? FORM_FIELD : FIELD, text, from)!;
  if (!isForm && /^["']/.test(found)) return quoted(found, from);
  return { start: from, end: from + found.length, value: formDecoded(found) };
}

const BLANKS = /\s*/y;
const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
/** A string, also one that is cut off; a list of strings; a number. */
const MEMBER = new RegExp(
  String.raw`${STRING}?|'[^'\\]*(?:\\.[^'\\]*)*'?|\[\s*${STRING}?(?:\s*,\s*${STRING}?)*|-?\d[\d.eE+-]*`,
  'sy',
);
const SCHEME = /(?:(?:basic|bearer|digest|dpop)[ \t]+)?/iy;
/** The rest of a line of header fields. */
const LINE = /[^\s{}&"'\\[][^\r\n"'\\]*/y;

function memberValue(text: string, from: number, name: string): SecretPlace | undefined {
  const start = from + matchAt(BLANKS, text, from)!.length;
  const found = matchAt(MEMBER, text, start);
  if (found !== undefined && /^["']/.test(found)) return quoted(found, start);
  if (found?.startsWith('[') === true)
    return { start: start + 1, end: start + found.length, value: found.slice(1), isLiteral: true };
  if (!HEADER_NAME.test(name)) {
    const isJson = found !== undefined && /"\s*:$/.test(text.slice(Math.max(0, from - MOST_BETWEEN), from));
    return isJson ? { start, end: start + found.length, value: found, isLiteral: true } : undefined;
  }
  const credentials = start + matchAt(SCHEME, text, start)!.length;
  const value = matchAt(LINE, text, credentials);
  return value === undefined ? undefined : { start: credentials, end: credentials + value.length, value };
}

/** The inside of a string that begins here. */
function quoted(found: string, at: number): SecretPlace {
  const inside = found.length > 1 && found.endsWith(found[0]!) ? found.slice(1, -1) : found.slice(1);
  const value = inside.includes('\\') ? (parseJson(`"${inside}"`) as string | undefined) : inside;
  return { start: at + 1, end: at + 1 + inside.length, value };
}

/** What a sticky expression matches at a place. */
function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}

/** The decoded value of a form field. Undefined if its encoding is broken. */
export function formDecoded(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
