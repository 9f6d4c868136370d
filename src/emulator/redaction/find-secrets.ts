/**
 * Finds the secrets in a text: by their value, by their form and by their place. The search includes the encodings that
 * {@link layersOf} decodes.
 */

import type { Steps } from '../../common/steps.js';
import { LINK_PATHS } from '../domain/world/secret-places.js';
import { MARKERS, type Span } from './markers.js';
import { type Layer, layersOf } from './encodings.js';
import type { KnownValues, OnFound } from './known-values.js';
import { findGenerated, findJwts, findLinks, type TokenForms } from './secret-forms.js';
import { namedSecrets, partSecrets, type TextKind } from './secret-places.js';

/** The shortest text that is searched, in characters. A shorter text contains no secret and no name of a secret. */
const SHORTEST_TEXT = 6;

/** The means to recognize secrets. */
export interface Recognition {
  readonly values: KnownValues;
  readonly tokens: TokenForms;
}

/**
 * Matches the token in `/verify/<token>`, up to the next character that no token has. A placeholder in the source of a
 * program, such as `${token}`, is no token.
 */
const LINK_PATH = new RegExp(String.raw`/(?:${LINK_PATHS.join('|')})/(?!\$\{)([^/?#&\s"'<>{}\\]+)`, 'g');

/** The secrets in a text, each with its replacement. */
export function* findSecrets(text: string, kind: TextKind, recognition: Recognition): Steps<Span[]> {
  if (text.length < SHORTEST_TEXT) return [];

  const layers = yield* layersOf(text, recognition.values.textBytes);
  const spans = yield* findKnown(layers, recognition);
  for (const layer of layers) {
    yield;
    // Only the text itself is certainly of its kind, such as a form. A decoded part of it may be any text.
    const kindOfLayer = layer === layers[0] ? kind : 'any';
    yield* findByPlace(layer.text, kindOfLayer, recognition, collector(spans, layer));
  }

  return spans;
}

/** Finds secrets by their value, and then by their form, in a text and in all that is encoded in it. */
function* findKnown(layers: readonly Layer[], { values, tokens }: Recognition): Steps<Span[]> {
  const spans: Span[] = [];
  // If two searches find the same place, the first one decides the marker. So the search by value, which knows the
  // most, comes first.
  for (const layer of layers) values.find(layer.text, collector(spans, layer));

  for (const layer of layers) {
    const report = collector(spans, layer);
    yield;
    findGenerated(layer.text, report);
    findJwts(layer.text, tokens.jwt, report);
    yield;
    findLinks(layer.text, tokens.link, report);
  }

  return spans;
}

/** Reports the secrets that follow a name or the path of a link. */
function* findByPlace(text: string, kind: TextKind, recognition: Recognition, report: OnFound): Steps<void> {
  const named = yield* namedSecrets(text, kind);
  for (const { start, end, value, isLiteral = false } of [...named, ...partSecrets(text)]) {
    const shown = shownValue(value, recognition);
    // A literal of JSON becomes a string, so that the text stays JSON.
    report(start, end, isLiteral ? `"${shown}"` : shown);
  }

  for (const { 0: path, 1: token = '', index } of text.matchAll(LINK_PATH)) {
    const end = index + path.length;
    report(end - token.length, end, recognition.tokens.link(token) ?? MARKERS.otherSecret);
  }
}

/**
 * The replacement for a value in the place of a secret. An empty value stays empty, and a value that cannot be decoded
 * stays so (`%`), because the service rejects both for another reason than a wrong secret. A token keeps its parts that
 * are not secret.
 */
export function shownValue(value: string | undefined, recognition: Recognition): string {
  if (value === undefined) return `${MARKERS.otherSecret}%`;
  if (value === '') return '';

  return recognition.values.markerOf(value) ?? shownToken(value, recognition) ?? MARKERS.otherSecret;
}

/** The shortest token, in characters. */
const SHORTEST_TOKEN = 15;

/** The replacement for a text that is a token; undefined if the text is no token, or more than a token. */
export function shownToken(text: string, { tokens }: Recognition): string | undefined {
  if (text.length < SHORTEST_TOKEN) return undefined;

  let shown = tokens.link(text);
  findJwts(text, tokens.jwt, (start, end, marked) => {
    if (start === 0 && end === text.length) shown = marked;
  });

  return shown;
}

/** The forms of tokens, changed so that a token is replaced as a whole if a known secret is in its readable part. */
export function withoutValues({ jwt, link }: TokenForms, values: KnownValues): TokenForms {
  const isClean = (part: string): boolean => !values.isIn(Buffer.from(part, 'base64url').toString('latin1'));
  return {
    jwt: (headerAndClaims) => {
      const [, claims = ''] = headerAndClaims.split('.');
      return isClean(claims) ? jwt(headerAndClaims) : MARKERS.otherSecret;
    },
    link: (text) => {
      const shown = link(text);
      return shown === undefined || isClean(text) ? shown : MARKERS.otherSecret;
    },
  };
}

/**
 * Collects the secrets of a layer with their positions in the original text. In base64, the whole word is replaced,
 * with a marker that says so.
 */
function collector(spans: Span[], { isBase64, sourceOf }: Layer): OnFound {
  return (start, end, found) => {
    if (start === end) return;

    const [from, to] = sourceOf(start, end);
    spans.push({ start: from, end: to, shown: isBase64 ? markerInBase64(found) : found });
  };
}

/** The marker of a whole word in Base64 that contains a secret with another marker. */
function markerInBase64(found: string): string {
  return found === MARKERS.clientSecret ? MARKERS.basicCredentials : MARKERS.otherSecret;
}
