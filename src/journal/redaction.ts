/**
 * Takes secrets out of what went over the wire, and leaves everything that tells one request from another: a token keeps
 * what it says and loses the signature that makes it good, a client secret leaves behind whether it was the right one.
 */

/** What stands in the place of a secret. */
export const REDACTED = 'redacted';
/** What stands in the place of a client secret that was not the right one. */
export const REDACTED_WRONG = 'redacted-wrong';

/** What redaction has to know of an exchange. */
export interface Secrets {
  /** The right one. */
  readonly clientSecret: string;
  /** Whether the access token was issued here. */
  readonly tokenIsOurs: boolean;
  /** Whether the link token was issued here. */
  readonly linkIsOurs: boolean;
  /** How many bytes of a link token, the last ones, are its seal. */
  readonly sealBytes: number;
}

const SECRET_HEADERS: ReadonlySet<string> = new Set(['cookie', 'set-cookie', 'proxy-authorization', 'x-api-key']);
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'client_secret',
  'access_token',
  'refresh_token',
  'client_assertion',
  'token',
]);
const JSON_SECRET =
  /("(?:client_secret|access_token|refresh_token|client_assertion|token)"\s*:\s*)"((?:[^"\\]|\\.)*)"/gi;
const JWT = /\b(eyJ[\w-]+\.[\w-]+)\.[\w-]+/g;
const LINK_PATH = /^((?:.*\/)?(?:verification\/check|verify)\/)([^/]+)/;
const LINK_IN_ANSWER = /("token"\s*:\s*"|\/verify\/)([\w-]{40,})/g;
/** In any other place of a request, such as `Referer`; in a query its slashes may be encoded. */
const LINK_ELSEWHERE = /((?:\/|%2f)(?:verification(?:\/|%2f)check|verify)(?:\/|%2f))[\w-]{40,}/gi;

/** The value of a request header as it may be shown. */
export function redactHeader(name: string, value: string, secrets: Secrets): string {
  const lower = name.toLowerCase();
  if (lower === 'authorization') return redactAuthorization(value, secrets);
  return SECRET_HEADERS.has(lower) ? REDACTED : withoutTokens(value);
}

/** A path without link tokens. */
export function redactPath(path: string, { linkIsOurs, sealBytes }: Secrets): string {
  return path
    .replace(JWT, `$1.${REDACTED}`)
    .replace(
      LINK_PATH,
      (_, before: string, token: string) => before + (linkIsOurs ? unsealed(token, sealBytes) : REDACTED),
    );
}

/** A query or form without secrets. */
export function redactForm(text: string, { clientSecret }: Secrets): string {
  const fields = text
    .split('&')
    .map((field) => {
      const [name = '', ...value] = field.split('=');
      return SECRET_FIELDS.has((formDecoded(name) ?? name).toLowerCase()) && value.length > 0
        ? `${name}=${redactedSecret(formDecoded(value.join('=')), clientSecret)}`
        : field;
    })
    .join('&');
  return withoutTokens(fields);
}

/** The text of a request's body without secrets. */
export function redactRequestText(text: string, secrets: Secrets): string {
  return redactForm(text, secrets).replace(
    JSON_SECRET,
    (_, before: string, value: string) => `${before}"${redactedSecret(value, secrets.clientSecret)}"`,
  );
}

/** The text of an answer's body without secrets. */
export function redactResponseText(text: string, { sealBytes }: Secrets): string {
  return text
    .replace(JWT, `$1.${REDACTED}`)
    .replace(LINK_IN_ANSWER, (_, before: string, token: string) => before + unsealed(token, sealBytes));
}

/** Characters that do not belong into credentials stay: they are why such a request is refused. */
function redactAuthorization(value: string, { tokenIsOurs, clientSecret }: Secrets): string {
  const unsigned = value.replace(JWT, `$1.${REDACTED}`);
  // The header may be repeated, and only one of them has the token.
  if (tokenIsOurs && unsigned !== value) return unsigned;
  const [, scheme = '', gap = '', credentials = ''] = /^(\S*)(\s*)(.*)$/s.exec(value) ?? [];
  if (credentials === '') return /^(?:bearer|basic)$/i.test(scheme) ? scheme : REDACTED;
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = scheme.toLowerCase() === 'basic' ? text.indexOf(':') : -1;
  if (colon === -1) return `${scheme}${gap}${credentials.replace(/[\w.~+/-]+/g, REDACTED)}`;
  const secret = redactedSecret(formDecoded(text.slice(colon + 1)), clientSecret);
  return `${scheme}${gap}${Buffer.from(`${text.slice(0, colon)}:${secret}`).toString('base64')}`;
}

/** What a client has put where nobody would look for a token. */
function withoutTokens(text: string): string {
  return text.replace(JWT, `$1.${REDACTED}`).replace(LINK_ELSEWHERE, `$1${REDACTED}`);
}

/** None stays none, and what cannot be decoded stays so: both are refused for another reason than a wrong secret. */
function redactedSecret(value: string | undefined, right: string): string {
  if (value === undefined) return `${REDACTED_WRONG}%`;
  if (value === '') return '';
  return value === right ? REDACTED : REDACTED_WRONG;
}

/** A link token without its seal, which is made again from the rest. */
function unsealed(token: string, sealBytes: number): string {
  return `${Buffer.from(token, 'base64url').subarray(0, -sealBytes).toString('base64url')}.${REDACTED}`;
}

/** Undefined where the text is no valid encoding. */
function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
