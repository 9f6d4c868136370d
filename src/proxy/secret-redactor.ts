/**
 * Removes secrets from everything that is kept or reported. The proxy does not know the secrets of the real service in
 * advance. It learns each one when it passes, and removes it from then on everywhere: in error messages as well as in URLs.
 */

import type { Contract } from '../contract/contract.js';
import { SECRET_PLACES } from '../domain/world/secret-places.js';
import { REDACTED } from '../journal/redaction.js';
import { membersOf } from '../journal/exchange.js';
import { bodyValue, headersOf, type ProxiedResponse, type ProxiedRequest } from './message.js';

const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'client_secret',
  'client_assertion',
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  SECRET_PLACES.linkMember.toLowerCase(),
]);
const SECRET_HEADERS = /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key)$/i;
const SECRET_FIELD = /((?:^|[?&])(?:client_secret|client_assertion|access_token|refresh_token|id_token|token)=)[^&]*/gi;
const SECRET_MEMBER = new RegExp(`("(?:${[...SECRET_MEMBERS].join('|')})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi');
/** Shorter secrets are removed only from the places of secrets: elsewhere they may be parts of other words. */
const MINIMUM_LENGTH = 6;
/** Tokens expire after an hour, so old secrets are forgotten. */
const MAXIMUM_SECRETS = 200;

export class SecretRedactor {
  /** The oldest first. */
  readonly #texts = new Set<string>();
  /** The path of an operation without a token, up to its link token. */
  readonly #linkInPath: RegExp;

  constructor(contract: Contract) {
    this.#linkInPath = linkInPath(contract);
  }

  /** Learns the secrets of a request: client secrets, access tokens, link tokens. */
  learnRequest(request: ProxiedRequest): void {
    const headers = headersOf(request);
    const [scheme = '', credentials = ''] = (headers['authorization'] ?? '').split(/\s+/, 2);
    this.#learn(credentials);
    if (/^basic$/i.test(scheme))
      this.#learn(Buffer.from(credentials, 'base64').toString().split(':').slice(1).join(':'));
    this.#learn(decoded(this.#linkInPath.exec(request.target)?.[2] ?? ''));
    const body = request.body.toString();
    for (const text of [request.target.split('?')[1] ?? '', body]) {
      for (const [name, value] of new URLSearchParams(text))
        if (SECRET_MEMBERS.has(name.toLowerCase())) this.#learn(value);
    }
    this.#learnMembers(bodyValue(request.body, 'application/json').value);
  }

  /** Learns the secrets of a response: tokens that it issues. */
  learnResponse({ content }: Pick<ProxiedResponse, 'content'>): void {
    if (content !== undefined) this.#learnMembers(bodyValue(content, 'application/json').value);
  }

  /** Removes secrets from a path with its query. */
  redactTarget(target: string): string {
    return this.redact(target.replace(SECRET_FIELD, `$1${REDACTED}`).replace(this.#linkInPath, `$1${REDACTED}`));
  }

  /** Removes secrets from headers, names and values in turn. */
  redactHeaders(rawHeaders: readonly string[]): string[] {
    return rawHeaders.map((text, at) => {
      if (at % 2 === 0) return text;
      const name = rawHeaders[at - 1]!;
      if (!SECRET_HEADERS.test(name)) return this.redactTarget(text);
      return /authorization$/i.test(name) ? text.replace(/^(\S+)(\s+)(?:\S.*)?$/s, `$1$2${REDACTED}`) : REDACTED;
    });
  }

  /** Removes secrets from the text of a body. */
  redactBody(text: string): string {
    return this.redact(
      text
        .replace(SECRET_MEMBER, `$1"${REDACTED}"`)
        .replace(/^[^{[]*$/s, (form) => form.replace(SECRET_FIELD, `$1${REDACTED}`)),
    );
  }

  /** Removes secrets from any text. */
  redact(text: string): string {
    let redacted = text;
    for (const secret of this.#texts) redacted = redacted.replaceAll(secret, REDACTED);
    return redacted;
  }

  #learnMembers(value: unknown): void {
    if (Array.isArray(value)) {
      for (const item of value) this.#learnMembers(item);
      return;
    }
    for (const [name, member] of Object.entries(membersOf(value))) {
      if (typeof member !== 'string') this.#learnMembers(member);
      else if (SECRET_MEMBERS.has(name.toLowerCase())) this.#learn(member);
    }
  }

  #learn(secret: string): void {
    if (secret.length < MINIMUM_LENGTH || secret === REDACTED) return;
    for (const form of [secret, encodeURIComponent(secret)]) {
      this.#texts.delete(form);
      this.#texts.add(form);
    }
    for (const oldest of this.#texts) {
      if (this.#texts.size <= MAXIMUM_SECRETS) break;
      this.#texts.delete(oldest);
    }
  }
}

/** Matches the path of each public operation up to its last parameter (group 1), and that parameter (group 2). */
function linkInPath({ operations, prefix }: Contract): RegExp {
  const paths = [...operations.values()]
    .filter(({ access, path }) => access === 'public' && path.endsWith('}'))
    .map(({ path }) => path.slice(path.startsWith(prefix) ? prefix.length : 0, path.lastIndexOf('{')));
  return new RegExp(`(${paths.join('|')})([^/?]+)`);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
