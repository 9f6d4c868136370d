/**
 * Takes secrets out of what is kept and told. The proxy does not know those of the real service beforehand: it learns each
 * where it passes, and hides it from then on wherever it stands, in an error message as well as in a URL.
 */

import { REDACTED } from '../journal/redaction.js';
import { membersOf } from '../journal/exchange.js';
import { bodyValue, headersOf, type ProxiedAnswer, type ProxiedRequest } from './message.js';

const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'client_secret',
  'client_assertion',
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  'verificationurl',
]);
const SECRET_HEADERS = /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key)$/i;
const SECRET_FIELD = /((?:^|[?&])(?:client_secret|client_assertion|access_token|refresh_token|id_token|token)=)[^&]*/gi;
const SECRET_MEMBER =
  /("(?:client_secret|client_assertion|access_token|refresh_token|id_token|token|verificationUrl)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const CHECKED_LINK = /\/verification\/check\/([^/?]+)/;
/** Anything shorter would take parts of other words with it; it is hidden in its own place only. */
const LEAST_LENGTH = 6;
/** Tokens live for an hour; older ones have no worth and would only cost time. */
const MOST_SECRETS = 200;

export class SeenSecrets {
  /** The oldest first. */
  readonly #texts = new Set<string>();

  /** Learns the secrets of a request: credentials, tokens, links. */
  learnRequest(request: ProxiedRequest): void {
    const headers = headersOf(request);
    const [scheme = '', credentials = ''] = (headers['authorization'] ?? '').split(/\s+/, 2);
    this.#learn(credentials);
    if (/^basic$/i.test(scheme))
      this.#learn(Buffer.from(credentials, 'base64').toString().split(':').slice(1).join(':'));
    this.#learn(decoded(CHECKED_LINK.exec(request.target)?.[1] ?? ''));
    const body = request.body.toString();
    for (const text of [request.target.split('?')[1] ?? '', body]) {
      for (const [name, value] of new URLSearchParams(text))
        if (SECRET_MEMBERS.has(name.toLowerCase())) this.#learn(value);
    }
    this.#learnMembers(bodyValue(request.body, 'application/json').value);
  }

  /** Learns the secrets of an answer: tokens that it gives out. */
  learnAnswer({ content }: Pick<ProxiedAnswer, 'content'>): void {
    if (content !== undefined) this.#learnMembers(bodyValue(content, 'application/json').value);
  }

  /** A path with its query. */
  hideInTarget(target: string): string {
    return this.hide(
      target.replace(SECRET_FIELD, `$1${REDACTED}`).replace(CHECKED_LINK, `/verification/check/${REDACTED}`),
    );
  }

  /** Names and values by turns. */
  hideInHeaders(rawHeaders: readonly string[]): string[] {
    return rawHeaders.map((text, at) => {
      if (at % 2 === 0) return text;
      const name = rawHeaders[at - 1]!;
      if (!SECRET_HEADERS.test(name)) return this.hideInTarget(text);
      return /authorization$/i.test(name) ? text.replace(/^(\S+)(\s+).*$/s, `$1$2${REDACTED}`) : REDACTED;
    });
  }

  /** The text of a body. */
  hideInBody(text: string): string {
    return this.hide(
      text
        .replace(SECRET_MEMBER, `$1"${REDACTED}"`)
        .replace(/^[^{[]*$/s, (form) => form.replace(SECRET_FIELD, `$1${REDACTED}`)),
    );
  }

  /** Any text. */
  hide(text: string): string {
    let shown = text;
    for (const secret of this.#texts) shown = shown.replaceAll(secret, REDACTED);
    return shown;
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
    if (secret.length < LEAST_LENGTH || secret === REDACTED) return;
    for (const form of [secret, encodeURIComponent(secret)]) {
      this.#texts.delete(form);
      this.#texts.add(form);
    }
    for (const oldest of this.#texts) {
      if (this.#texts.size <= MOST_SECRETS) break;
      this.#texts.delete(oldest);
    }
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
