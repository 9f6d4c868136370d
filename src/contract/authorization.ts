/** The parts of an `Authorization` header, and why its value is no valid access token. */

import { basicPair } from '../common/http-basic.js';

/** The value of an `Authorization` header in its parts (RFC 9110 section 11.4). */
export interface Authorization {
  /** `other` is another scheme, or none. */
  readonly kind: 'bearer' | 'basic' | 'other';
  /** The scheme as sent: `Bearer`. Empty if the value does not begin with a scheme. */
  readonly scheme: string;
  /** The blanks between scheme and credentials. */
  readonly gap: string;
  readonly credentials: string;
  /** The access token; undefined if the value is flawed. */
  readonly token: string | undefined;
  /**
   * Why the value is no access token, as the end of a sentence that begins with "the header". It contains no secret.
   */
  readonly flaw: string | undefined;
}

/** `Bearer` in any case, then a token in the alphabet of RFC 6750 section 2.1. */
const BEARER = /^bearer +[\w.~+/-]+=* *$/i;

/**
 * The groups are the scheme, the blanks and the credentials; each may be empty. A word counts as a scheme if it is a
 * known one, or if a blank and further text follow. Any other word may be a token.
 */
const PARTS = /^((?:bearer|basic|digest|dpop|token|jwt|oauth)(?![\w.~+/-])|[\w-]+(?=\s)|)(\s*)(\S.*|)$/is;

/** Reads the value of a header. */
export function readAuthorization(value: string): Authorization {
  const [, scheme = '', gap = '', credentials = ''] = PARTS.exec(value.trimEnd()) ?? [];
  const lowerCase = scheme.toLowerCase();
  const kind = lowerCase === 'bearer' || lowerCase === 'basic' ? lowerCase : 'other';

  // `Bearer undefined` and `Bearer Bearer` have the form of a token, but are mistakes of a client.
  const isMistake = isPlaceholder(credentials) || /^bearer$/i.test(credentials);
  if (BEARER.test(value) && !isMistake) return { kind, scheme, gap, credentials, token: credentials, flaw: undefined };

  return { kind, scheme, gap, credentials, token: undefined, flaw: flawOf(kind, scheme, gap, credentials) };
}

/** The flaw of a value that is no access token: see {@link Authorization}. */
function flawOf(kind: Authorization['kind'], scheme: string, gap: string, credentials: string): string {
  if (kind === 'basic') return 'has HTTP Basic, which only the token endpoint accepts';
  if (kind === 'bearer') return flawAfterBearer(gap, credentials);
  if (scheme !== '') return `has the scheme "${scheme}" where "Bearer" belongs`;
  if (credentials === '') return 'is empty';
  if (isPlaceholder(credentials)) return `has ${JSON.stringify(credentials)}: ${reasonFor(credentials)}`;
  if (/^["'`<]/.test(credentials)) return 'has quotes around its value';

  return 'has a token without the scheme "Bearer" before it';
}

/** The flaw of what follows the scheme "Bearer". */
function flawAfterBearer(gap: string, credentials: string): string {
  if (credentials === '') return 'has nothing after "Bearer": the client had no token when it sent this';
  if (isPlaceholder(credentials)) return `has ${JSON.stringify(credentials)} after "Bearer": ${reasonFor(credentials)}`;

  const [afterScheme] = gap + credentials;
  if (afterScheme !== ' ') return `has ${JSON.stringify(afterScheme)} after "Bearer" where a blank belongs`;

  const [, flaw] = FLAWS.find(([pattern]) => pattern.test(credentials)) ?? [];
  return flaw ?? 'has characters after "Bearer" that no token has (RFC 6750 section 2.1)';
}

/** What stands in place of a token, after "Bearer". The first pattern that matches counts. */
const FLAWS: readonly (readonly [RegExp, string])[] = [
  [/^bearer(?!\w)/i, 'has the scheme "Bearer" twice'],
  [/^["'`<]/, 'has quotes or brackets around the token'],
  [/^\{/, 'has JSON in place of the access_token in it'],
  [/^(?:access_)?token=/i, 'has a name and "=" before the token'],
  [/\s/, 'has more than one word after "Bearer"'],
];

/** Why a client may have sent a placeholder. */
function reasonFor(placeholder: string): string {
  // A program writes `undefined` or `[object Object]`; a template has `<token>`, `${TOKEN}` or `YOUR_TOKEN`.
  const isOfProgram = /^(?!YOUR)[\w[\]]/.test(placeholder);
  return isOfProgram ? 'the client had no token when it sent this' : 'a placeholder that no program has replaced';
}

/**
 * Whether a program wrote the text because it had no value, or left the placeholder of a template: `undefined`,
 * `${TOKEN}`. Such a text is a mistake that reports show, not a secret.
 */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** Matches what programs write for a missing value, and the placeholders of the usual templates. */
const PLACEHOLDER =
  /^(?:undefined|null|NaN|None|nil|\[object \w+\]|<[\w -]+>|[$#]?\{\{? ?[\w.-]+ ?\}\}?|YOUR[_-]\w*TOKEN|[$%][A-Z][A-Z0-9_]*%?)$/;

/** The parts of HTTP Basic as sent, not form-decoded; undefined if it is another scheme, or malformed. */
export function basicCredentials({ kind, credentials }: Authorization): ReturnType<typeof basicPair> {
  return kind === 'basic' ? basicPair(credentials) : undefined;
}
