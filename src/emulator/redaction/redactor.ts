/**
 * Removes secrets from messages: by place, by form and by value (SECURITY.md). A marker names the kind of the secret.
 * Differences between requests remain: an access token of the emulator keeps its claims, and loses only its signature.
 * The result depends only on the text and the known values.
 */

import { remembering } from '../../common/remembering.js';
import { allAtOnce, type Steps } from '../../common/steps.js';
import { basicCredentials, isPlaceholder, readAuthorization } from '../../contract/authorization.js';
import { escapesIn, hasMarker, MARKERS, mapStrings, replaceSpans } from './markers.js';
import { findSecrets, type Recognition, shownToken, shownValue, withoutValues } from './find-secrets.js';
import type { KnownValues } from './known-values.js';
import { FOREIGN_TOKENS, type TokenForms } from './secret-forms.js';
import { formDecoded, isSecretName, type TextKind } from './secret-places.js';

/** What a redactor removes, and how. */
interface RedactorOptions {
  /** The known secrets. Default: nothing is removed, because exchanges of a recording contain markers already. */
  readonly values?: KnownValues;
  /** How tokens are shown. Default: tokens are removed as a whole. */
  readonly tokens?: TokenForms;
  /** Whether markers in a text come from a redactor, and stay. Default: they are ordinary text, and are escaped. */
  readonly keepsMarkers?: boolean;
}

/** A header without secrets. */
type HeaderField = readonly [name: string, value: string];

/** The methods that remove secrets from parts of messages. */
export type MessageRedactor = Pick<Redactor, 'text' | 'json' | 'form' | 'field' | 'inSteps'>;

/** The longest text that is searched at once, in characters. The search of a longer text has steps. */
const MOST_AT_ONCE = 10_000;

/** A redactor for many messages. Most of their short texts repeat, so each text is searched only once. */
export function rememberingRedactor(redactor: Redactor): MessageRedactor {
  const text = remembering((found: string) => redactor.text(found));
  const form = remembering((found: string) => redactor.form(found));
  const fieldOf = remembering((json: string) => redactor.field(...(JSON.parse(json) as Parameters<Redactor['field']>)));

  return {
    text,
    json: (value) => mapStrings(value, text),
    form,
    *inSteps(found, kind) {
      if (found.length > MOST_AT_ONCE) return yield* redactor.inSteps(found, kind);
      return kind === 'form' ? form(found) : text(found);
    },
    field: (...field) => fieldOf(JSON.stringify(field)),
  };
}

/** Removes the secrets of one sandbox, or of one service, from parts of messages. */
export class Redactor {
  readonly #recognition: Recognition | undefined;
  readonly #keepsMarkers: boolean;

  constructor({ values, tokens = FOREIGN_TOKENS, keepsMarkers = false }: RedactorOptions = {}) {
    this.#keepsMarkers = keepsMarkers;
    this.#recognition = values && { values, tokens: withoutValues(tokens, values) };
  }

  /** Removes the secrets from a text of any kind, such as a path. */
  text(text: string): string {
    return allAtOnce(this.inSteps(text, 'any'));
  }

  /**
   * Removes the secrets from a decoded text of a journal. Some secrets were encoded twice, and show only now. Markers
   * of secrets that were removed before stay.
   */
  decoded(text: string): string {
    return allAtOnce(this.inSteps(text, 'any', { keepsMarkers: true }));
  }

  /** Removes the secrets from the strings of a JSON value, and from the names of its members. */
  json<Value>(value: Value): Value {
    return mapStrings(value, (text) => this.text(text));
  }

  /** Removes the secrets from a query or a form. */
  form(text: string): string {
    return allAtOnce(this.inSteps(text, 'form'));
  }

  /**
   * Removes the secrets from a header field.
   * @param isTokenIssuedHere whether this emulator issued the access token in the request
   */
  field(name: string, value: string, isTokenIssuedHere = false): HeaderField {
    const recognition = this.#recognition;
    if (recognition === undefined) return [name, value];
    return [this.text(name), this.#header(name, value, recognition, isTokenIssuedHere)];
  }

  /** The value of a header without secrets. */
  #header(name: string, value: string, recognition: Recognition, isTokenIssuedHere: boolean): string {
    if (/^(?:proxy-)?authorization$/i.test(name)) return this.#authorization(value, recognition, isTokenIssuedHere);
    if (!isSecretName(name)) return this.text(value);
    if (value === '') return '';

    return recognition.values.markerOf(value) ?? MARKERS.otherSecret;
  }

  /** Removes the secrets from a text in steps. */
  *inSteps(text: string, kind: TextKind, { keepsMarkers } = { keepsMarkers: this.#keepsMarkers }): Steps<string> {
    const recognition = this.#recognition;
    if (recognition === undefined) return text;

    const spans = yield* findSecrets(text, kind, recognition);
    yield;
    if (!keepsMarkers) return replaceSpans(text, [...spans, ...escapesIn(text)]);

    const unmarked = spans.filter(({ start, end }) => !hasMarker(text.slice(start, end)));
    return replaceSpans(text, unmarked);
  }

  /** Redacts `Authorization`. Characters that are not allowed in credentials stay: they explain why it is rejected. */
  #authorization(value: string, recognition: Recognition, isTokenIssuedHere: boolean): string {
    const sent = readAuthorization(value);
    const schemeAndGap = `${this.text(sent.scheme)}${sent.gap}`;

    // In HTTP Basic, the client ID stays readable.
    const basic = basicCredentials(sent);
    if (basic !== undefined) {
      const secret = recognition.values.markerOf(basic.secret) ?? shownValue(formDecoded(basic.secret), recognition);
      const credentials = Buffer.from(`${this.text(basic.id)}:${secret}`);
      return `${schemeAndGap}${credentials.toString('base64')}`;
    }

    if (isPlaceholder(sent.credentials)) return `${schemeAndGap}${sent.credentials}`;

    // Each word of the header is judged alone: the header may be repeated, with the token in only one of its values.
    const withoutSecret = sent.credentials.replace(/[\w.~+/-]+/g, (word) => {
      if (/^bearer$/i.test(word)) return word;

      const token = isTokenIssuedHere ? shownToken(word, recognition) : undefined;
      return token ?? recognition.values.markerOf(word) ?? MARKERS.otherSecret;
    });

    return `${schemeAndGap}${withoutSecret}`;
  }
}
