/**
 * Removes secrets from messages: those that are known, wherever they stand and however they are encoded; those in
 * places of secrets; and tokens, by their shape. A marker says what stood there. What distinguishes one request from
 * another remains: an access token of the emulator keeps its claims and loses its signature.
 */

import { isUtf8 } from 'node:buffer';
import { decodeContent, isGzip } from './content-coding.js';
import { headerFields, keptBytes, keptText, type HeaderField, type KeptBody, type MessageBody } from './exchange.js';
import { MARKERS, mapStrings, replaceSpans, type Span } from './markers.js';
import {
  basicCredentials,
  credentialsIn,
  formDecoded,
  isNoValue,
  isSecretName,
  secretFields,
  secretMembers,
  type SecretPlace,
  secretsInHeader,
} from './secret-places.js';
import { MINIMUM_LENGTH } from './secrets/decoded-layers.js';
import type { Remembered } from './secrets/remembered.js';
import type { SecretValues } from './secrets/secret-values.js';
import { FOREIGN_TOKENS, type TokenForms, tokensIn } from './secrets/token-shapes.js';

export interface RedactionOptions {
  /** The operation that issues access tokens. */
  readonly tokenOperation: string;
  /** Paths that are followed by a link token, without slashes at their ends: `verify`. */
  readonly linkPaths: readonly string[];
  /** The secrets that are known. Those that messages contain are added. */
  readonly values: SecretValues;
  /** The client secret. Default: it is not known, and every secret is somebody else's. */
  readonly clientSecret?: string;
  /** How tokens are shown. Default: they are removed as a whole. */
  readonly tokenForms?: TokenForms;
  /** Whether the emulator has made up this name: it is no secret, whatever it resembles. Default: none is. */
  readonly isMadeUp?: (name: string) => boolean;
}

/** The parts of an exchange that may contain secrets of others. */
export interface Learnable {
  /** Path and query. */
  readonly url: string;
  /** Names and values in turn. */
  readonly requestHeaders: readonly string[];
  readonly requestBody: KeptBody | undefined;
  readonly responseBody: KeptBody | undefined;
}

/** A compressed body that is larger when decoded is not searched. */
const MOST_DECODED_BYTES = 1_048_576;

/** Removes the secrets of one sandbox, or of one service, from parts of messages. */
export class Redaction {
  readonly tokenOperation: string;
  /** What was shown before. */
  readonly remembered: Remembered;
  readonly #values: SecretValues;
  readonly #clientSecret: string | undefined;
  readonly #tokenForms: TokenForms;
  readonly #isMadeUp: (name: string) => boolean;
  readonly #linkInPath: RegExp;
  readonly #linkElsewhere: RegExp;

  constructor(options: RedactionOptions) {
    this.tokenOperation = options.tokenOperation;
    this.#values = options.values;
    this.remembered = options.values.remembered;
    this.#clientSecret = options.clientSecret;
    this.#tokenForms = options.tokenForms ?? FOREIGN_TOKENS;
    this.#isMadeUp = options.isMadeUp ?? (() => false);
    const paths = options.linkPaths.join('|');
    this.#linkInPath = new RegExp(`/(?:${paths})/([^/?]+)`, 'dg');
    // In a header such as Referer. The slashes may be percent-encoded in a query.
    this.#linkElsewhere = new RegExp(`(?:/|%2f)(?:${paths.replaceAll('/', '(?:/|%2f)')})(?:/|%2f)([\\w-]{40,})`, 'dgi');
  }

  /** Learns the secrets of an exchange, so that they are removed from other places and from other exchanges. */
  learn({ url, requestHeaders, requestBody, responseBody }: Learnable): void {
    const learn = (secret: string | undefined): void => {
      if (secret === undefined || secret === this.#clientSecret || isNoValue(secret)) return;
      if (!this.#isOwn(secret)) this.#values.addSeen(secret);
      else this.#values.addSignature(secret.slice(secret.lastIndexOf('.') + 1));
    };
    const [path = '', query = ''] = url.split('?', 2);
    for (const { 1: token = '' } of path.matchAll(this.#linkInPath)) learn(formDecoded(token));
    for (const { value } of secretFields(query)) learn(value);
    for (const [name, value] of headerFields(requestHeaders)) {
      if (isSecretName(name)) for (const secret of secretsInHeader(value)) learn(secret);
    }
    const request = keptText(requestBody);
    for (const { value } of [...secretFields(request), ...secretMembers(request)]) learn(value);
    for (const { value } of secretMembers(keptText(responseBody))) learn(value);
  }

  /** A header of a response. */
  field(name: string, value: string | number): HeaderField {
    return this.remembered.last(name, value, () => [name, this.header(name, String(value))]);
  }

  /** The value of a header. @param isTokenIssuedHere whether this emulator issued the access token in the request */
  header(name: string, value: string, isTokenIssuedHere = false): string {
    // Such as the number of the exchange: too short to contain a secret, and never the same.
    if (value.length < MINIMUM_LENGTH && /^\d+$/.test(value) && !isSecretName(name)) return value;
    return this.remembered.text(`${name}: ${isTokenIssuedHere}`, value, () =>
      this.#header(name, value, isTokenIssuedHere),
    );
  }

  #header(name: string, value: string, isTokenIssuedHere: boolean): string {
    if (name.toLowerCase() === 'authorization') return this.#authorization(value, isTokenIssuedHere);
    if (isSecretName(name) && value !== '')
      return this.#clientSecret === value ? MARKERS.clientSecret : MARKERS.otherSecret;
    const query = value.indexOf('?');
    return this.#replace(value, query === -1 ? [] : this.#fieldSpans(secretFields(value, query + 1)));
  }

  path(path: string): string {
    const name = path.lastIndexOf('/') + 1;
    // Most paths end with the ID of a party, which is another in each request; to search it takes long.
    const searched = this.#isMadeUp(formDecoded(path.slice(name)) ?? '') ? path.slice(0, name) : path;
    const replace = (): string => this.#replace(searched, this.#linkSpans(searched, this.#linkInPath));
    const shown = this.remembered.text('path', searched, replace);
    return shown === searched ? path : shown + path.slice(searched.length);
  }

  query(query: string): string {
    return this.remembered.text('query', query, () => this.#replace(query, this.#fieldSpans(secretFields(query))));
  }

  /**
   * The body of a message. It is omitted if it contains secrets that cannot be removed, because it is compressed.
   * @param contentEncoding the header, if the message has it
   */
  body(body: KeptBody, contentEncoding: () => string | undefined): MessageBody {
    if (typeof body === 'number') return { omitted: true, bytes: body };
    if (typeof body === 'string') return { text: this.#bodyText(body) };
    const bytes = keptBytes(body);
    const codings = contentEncoding()?.toLowerCase() ?? (isGzip(bytes) ? 'gzip' : 'identity');
    if (codings === 'identity' && isUtf8(bytes)) return { text: this.#bodyText(bytes.toString()) };
    const content = codings === 'identity' ? bytes.toString('latin1') : decoded(bytes, codings);
    const isClean = content !== undefined && this.#bodyText(content) === content;
    return isClean ? { base64: bytes.toString('base64') } : { omitted: true, bytes: bytes.length };
  }

  text(text: string): string {
    return this.remembered.text('text', text, () => this.#replace(text, []));
  }

  json<Value>(value: Value): Value {
    return mapStrings(value, (text) => this.text(text));
  }

  #bodyText(text: string): string {
    const places = (): SecretPlace[] => (/^\s*[[{"]/.test(text) ? secretMembers(text) : secretFields(text));
    return this.remembered.text('body', text, () => this.#replace(text, this.#fieldSpans(places())));
  }

  #replace(text: string, places: readonly Span[]): string {
    const links = this.#linkSpans(text, this.#linkElsewhere);
    return replaceSpans(text, [...places, ...this.#values.find(text, this.#tokenForms), ...links]);
  }

  #linkSpans(text: string, pattern: RegExp): Span[] {
    return [...text.matchAll(pattern)].map(({ indices }) => {
      const [start, end] = indices![1]!;
      return { start, end, shown: this.#tokenForms.link(text.slice(start, end)) ?? MARKERS.otherSecret };
    });
  }

  #fieldSpans(places: readonly SecretPlace[]): Span[] {
    return places.flatMap(({ start, end, value }) => {
      if (value !== undefined && value !== this.#clientSecret && this.#isOwn(value)) return [];
      return [{ start, end, shown: this.#secret(value) }];
    });
  }

  /** Whether a value is the client secret, or a token that is shown in another form and not removed as a whole. */
  #isOwn(value: string): boolean {
    if (value === this.#clientSecret) return true;
    const [token] = tokensIn(value, this.#tokenForms);
    return token?.start === 0 && token.end === value.length && token.shown !== MARKERS.otherSecret;
  }

  /**
   * An empty secret stays empty and an undecodable one stays undecodable (`%`): the service rejects both for another
   * reason than a wrong secret.
   */
  #secret(value: string | undefined): string {
    if (value === undefined) return `${MARKERS.otherSecret}%`;
    if (value === '') return '';
    return value === this.#clientSecret ? MARKERS.clientSecret : MARKERS.otherSecret;
  }

  /** Keeps characters that are not allowed in credentials: they are the reason why the request is rejected. */
  #authorization(value: string, isTokenIssuedHere: boolean): string {
    // The header may be repeated, with the token in one of its values only.
    if (isTokenIssuedHere && tokensIn(value, this.#tokenForms).length > 0) return this.text(value);
    const { scheme, gap, credentials } = credentialsIn(value);
    if (credentials === '') return /^(?:bearer|basic)$/i.test(scheme) ? scheme : MARKERS.otherSecret;
    const basic = /^basic$/i.test(scheme) ? basicCredentials(credentials) : undefined;
    if (basic === undefined)
      return `${this.text(scheme)}${gap}${isNoValue(credentials) ? credentials : credentials.replace(/[\w.~+/-]+/g, MARKERS.otherSecret)}`;
    const shown = `${this.text(basic.clientId)}:${this.#secret(formDecoded(basic.secret))}`;
    return `${scheme}${gap}${Buffer.from(shown).toString('base64')}`;
  }
}

/** The text of a compressed body; undefined if it cannot be read. */
function decoded(bytes: Buffer, codings: string): string | undefined {
  try {
    return decodeContent(bytes, codings, MOST_DECODED_BYTES)?.toString();
  } catch {
    return undefined;
  }
}
