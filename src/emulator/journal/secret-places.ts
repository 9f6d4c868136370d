/** Finds secrets by the places where they stand and by their shapes. Every search is linear in the text. */

import { parseJson } from '../../common/json.js';

/** A value in a text, in the place of a secret. */
export interface SecretPlace {
  readonly start: number;
  readonly end: number;
  /** The decoded value; undefined if its encoding is broken. */
  readonly value: string | undefined;
}

const SECRET_NAME = /(?:secret|password|passwd|passphrase|apikey|assertion|authorization|cookie|token)$/;
/** The end of a name decides, with the letters that these words end with. Longer names are cut off in front. */
const LAST_LETTERS = /[tdeyn][^a-z0-9]*$/;
const MOST_OF_NAME = 200;
const MOST_ENCODINGS = 2;

/** Whether a header, field or member of this name contains a secret: `client_secret`, `X-Api-Key`, `clientSecret[]`. */
export function isSecretName(name: string): boolean {
  let decoded = name.slice(-MOST_OF_NAME);
  for (let encodings = 0; encodings < MOST_ENCODINGS && /[%\\]/.test(decoded); encodings++)
    decoded = decoded.replace(/%([\da-f]{2})|\\u([\da-f]{4})/gi, (_, byte: string | undefined, unit: string) =>
      String.fromCharCode(Number.parseInt(byte ?? unit, 16)),
    );
  const lower = decoded.toLowerCase();
  return LAST_LETTERS.test(lower) && SECRET_NAME.test(lower.replace(/[^a-z0-9]/g, ''));
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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The secrets in JSON, whole or cut off: strings that are members with such a name, or in a list that is. */
export function secretMembers(text: string): SecretPlace[] {
  const places: SecretPlace[] = [];
  let isSecret = false;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start + 1);
    const inside = text.slice(start + 1, end);
    if (isFollowedByColon(text, end + 1)) isSecret = isSecretName(inside);
    else if (isSecret) {
      const isPlain = end < text.length && !inside.includes('\\');
      const value = isPlain ? inside : (parseJson(text.slice(start, end + 1)) as string | undefined);
      places.push({ start: start + 1, end, value });
    }
    start = text.indexOf('"', end + 1);
  }
  return places;
}

/** The place of the closing quote, or the end of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++;
  return text[at] === ':';
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

/** Whether a program wrote this where it had no value: it is a mistake to be seen, and not a secret. */
export function isNoValue(text: string): boolean {
  return /^(?:undefined|null|NaN|None|nil|\[object \w+\])$/.test(text);
}

/** The parts of the value of an `Authorization` header (RFC 9110 section 11.4); the gap is the blanks between. */
export function credentialsIn(header: string): Readonly<Record<'scheme' | 'gap' | 'credentials', string>> {
  const [before = '', scheme = '', gap = ''] = /^(\S*)(\s*)/.exec(header) ?? [];
  return { scheme, gap, credentials: header.slice(before.length) };
}

/** The client ID and secret in HTTP Basic (RFC 7617). Undefined if there are none. */
export function basicCredentials(credentials: string): Record<'clientId' | 'secret', string> | undefined {
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : { clientId: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** The secrets in a header: the credentials, the password of HTTP Basic, the values of cookies, or the whole value. */
export function secretsInHeader(value: string): (string | undefined)[] {
  const { scheme, credentials } = credentialsIn(value);
  if (credentials === '') return [scheme];
  const basic = /^basic$/i.test(scheme) ? basicCredentials(credentials)?.secret : undefined;
  const cookies = value.split(';').map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim());
  return [credentials, basic, basic && formDecoded(basic), ...(value.includes('=') ? cookies : [])];
}
