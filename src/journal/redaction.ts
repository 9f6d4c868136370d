/**
 * Removes secrets from messages and keeps what distinguishes one request from another: a token keeps its claims and
 * loses its signature; a client secret leaves a mark that shows whether it was the right one.
 */

/** Replaces a secret. */
export const REDACTED = 'redacted';
/** Replaces a client secret that was not the right one. */
export const REDACTED_WRONG = 'redacted-wrong';

/** Where the service's messages carry secrets. */
export interface SecretPlaces {
  /** The operation that issues access tokens. */
  readonly tokenOperation: string;
  /** Paths that are followed by a link token, without slashes at their ends: `verify`. */
  readonly linkPaths: readonly string[];
}

/** Properties of a sandbox and of its service that redaction depends on. */
export interface SandboxSecrets extends SecretPlaces {
  /** The sandbox's own client secret. */
  readonly clientSecret: string;
  /** Number of bytes of the seal at the end of a link token. */
  readonly sealBytes: number;
}

/** Which tokens of a request this emulator issued. They keep their claims; all others are removed as a whole. */
export interface OwnTokens {
  readonly tokenIsOurs: boolean;
  readonly linkIsOurs: boolean;
}

/** Removes the secrets of one sandbox from parts of messages. */
export interface Redaction {
  readonly tokenOperation: string;
  /** The value of a request header. */
  readonly header: (name: string, value: string, own: OwnTokens) => string;
  readonly path: (path: string, own: OwnTokens) => string;
  /** A query or a form. */
  readonly form: (text: string) => string;
  /** The text of a request body: JSON or a form. */
  readonly requestText: (text: string) => string;
  readonly responseText: (text: string) => string;
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
/** Header and claims of a JWT, and its signature (RFC 7515 section 3.1). */
const JWT = /\b(eyJ[\w-]+\.[\w-]+)\.[\w-]+/g;

/** The redaction for one sandbox. */
export function createRedaction({ clientSecret, sealBytes, tokenOperation, linkPaths }: SandboxSecrets): Redaction {
  const paths = linkPaths.join('|');
  const linkInPath = new RegExp(`^((?:.*/)?(?:${paths})/)([^/]+)`);
  const linkInResponse = new RegExp(`("token"\\s*:\\s*"|/(?:${paths})/)([\\w-]{40,})`, 'g');
  // In a header such as Referer. The slashes may be percent-encoded in a query.
  const linkElsewhere = new RegExp(`((?:/|%2f)(?:${paths.replaceAll('/', '(?:/|%2f)')})(?:/|%2f))[\\w-]{40,}`, 'gi');

  const withoutTokens = (text: string): string =>
    text.replace(JWT, `$1.${REDACTED}`).replace(linkElsewhere, `$1${REDACTED}`);

  const form = (text: string): string => {
    const fields = text.split('&').map((field) => {
      const [name = '', ...value] = field.split('=');
      const isSecret = SECRET_FIELDS.has((formDecoded(name) ?? name).toLowerCase()) && value.length > 0;
      return isSecret ? `${name}=${redactedSecret(formDecoded(value.join('=')), clientSecret)}` : field;
    });
    return withoutTokens(fields.join('&'));
  };

  return {
    tokenOperation,
    header(name, value, { tokenIsOurs }) {
      const lower = name.toLowerCase();
      if (lower === 'authorization') return redactAuthorization(value, tokenIsOurs, clientSecret);
      return SECRET_HEADERS.has(lower) ? REDACTED : withoutTokens(value);
    },
    path: (path, { linkIsOurs }) =>
      path
        .replace(JWT, `$1.${REDACTED}`)
        .replace(
          linkInPath,
          (_, before: string, token: string) => before + (linkIsOurs ? unsealed(token, sealBytes) : REDACTED),
        ),
    form,
    requestText: (text) =>
      form(text).replace(
        JSON_SECRET,
        (_, before: string, value: string) => `${before}"${redactedSecret(value, clientSecret)}"`,
      ),
    responseText: (text) =>
      text
        .replace(JWT, `$1.${REDACTED}`)
        .replace(linkInResponse, (_, before: string, token: string) => before + unsealed(token, sealBytes)),
  };
}

/** Keeps characters that are not allowed in credentials: they are the reason why the request is rejected. */
function redactAuthorization(value: string, tokenIsOurs: boolean, clientSecret: string): string {
  const unsigned = value.replace(JWT, `$1.${REDACTED}`);
  // The header may be repeated, with the token in one of its values only.
  if (tokenIsOurs && unsigned !== value) return unsigned;
  const [, scheme = '', gap = '', credentials = ''] = /^(\S*)(?:(\s+)(\S.*)?)?$/s.exec(value) ?? [];
  if (credentials === '') return /^(?:bearer|basic)$/i.test(scheme) ? scheme : REDACTED;
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = scheme.toLowerCase() === 'basic' ? text.indexOf(':') : -1;
  if (colon === -1) return `${scheme}${gap}${credentials.replace(/[\w.~+/-]+/g, REDACTED)}`;
  const secret = redactedSecret(formDecoded(text.slice(colon + 1)), clientSecret);
  return `${scheme}${gap}${Buffer.from(`${text.slice(0, colon)}:${secret}`).toString('base64')}`;
}

/**
 * An empty secret stays empty and an undecodable one stays undecodable (`%`): the service rejects both for another
 * reason than a wrong secret.
 */
function redactedSecret(value: string | undefined, right: string): string {
  if (value === undefined) return `${REDACTED_WRONG}%`;
  if (value === '') return '';
  return value === right ? REDACTED : REDACTED_WRONG;
}

/** A link token without its seal, which a replay computes from the rest. */
function unsealed(token: string, sealBytes: number): string {
  return `${Buffer.from(token, 'base64url').subarray(0, -sealBytes).toString('base64url')}.${REDACTED}`;
}

/** The decoded value of a form field. Undefined if its encoding is broken. */
function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
