/**
 * Finds known secrets and tokens in texts, in all their usual encodings: as they are, and in what escapes and digits
 * mean, two encodings deep. The search takes a bounded number of steps for each byte of a text, however many secrets
 * there are and whatever they and the text contain.
 */

import { type Layer, meantByDigits, MINIMUM_LENGTH, withoutEscapes } from './decoded-layers.js';
import { inCharacters, MARKERS, type Marker, type Span } from '../markers.js';
import { LayerRoom } from './layer-room.js';
import { Remembered } from './remembered.js';
import { endOfEqual, formsOf, inText, isWord } from './secret-forms.js';
import { findTokens, type TokenForms } from './token-shapes.js';

/** Shorter secrets are found only as whole words. */
const MINIMUM_IN_WORDS = 16;
/** Longer texts are no secrets. */
const MAXIMUM_LENGTH = 4_096;
/** The most secrets that were seen and issued. The oldest are forgotten first. */
const MOST_VALUES = 1_000;
/** Bytes at the beginning of a longer value that are enough to find it: its end may be cut off or changed. */
const ENOUGH = 32;
/** The most encodings, one within another, that are undone. */
const MOST_ENCODINGS = 2;
/** Bytes of decoded texts that are searched for each byte of a text. A text that decodes to more is removed. */
const MOST_DECODED = 12;
const LEAST_DECODED = 4_096;
/** Room for the layers of larger texts is not kept. */
const KEPT_ROOM = 65_536;

/** A secret in one of its forms. */
interface Value {
  readonly text: string;
  readonly marker: Marker;
}

/** The lengths of the keys by which values are found. Shorter values are their own keys. */
const KEY_LENGTHS = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 28, ENOUGH];
/** By length: the bit of a key. */
const KEY_BITS = Int32Array.from({ length: ENOUGH + 1 }, (_, length) =>
  KEY_LENGTHS.includes(length) ? 1 << KEY_LENGTHS.indexOf(length) : 0,
);
/** The most values with the same key. Each of them is a find; the longest one tells its end. */
const MOST_OF_KEY = 8;
const BEGINNINGS = 14;
const PRIME = 0x01000193;

export class SecretValues {
  /** What was shown without the secrets so far. */
  readonly remembered = new Remembered();
  /** Never forgotten. By marker and text. */
  readonly #own = new Set<string>();
  /** Secrets with their forms, the oldest first. */
  readonly #seen = new Map<string, readonly Value[]>();
  readonly #values = new Map<number, Value[]>();
  /** By the first three bytes: bits for the lengths of keys that begin with them. */
  readonly #beginnings = new Uint16Array(1 << BEGINNINGS);
  /** Which bytes texts consist of. */
  readonly #isText = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x20 && byte < 0x7f));
  #rooms = Array.from({ length: MOST_ENCODINGS }, () => new LayerRoom());
  #forgotten = 0;
  /** How many steps all searches have taken. A step looks at one byte. */
  steps = 0;

  /** Adds a secret of the emulator's user: the client secret of the sandbox, or with another marker another one. */
  addOwn(secret: string, marker: Marker = MARKERS.clientSecret): void {
    if (this.#own.has(marker + secret)) return;
    this.#own.add(marker + secret);
    for (const text of formsOf(secret)) this.#index({ text, marker }, true);
  }

  /** Adds the signature of an access token. */
  addSignature(signature: string): void {
    this.#addSeen(signature, MARKERS.signature);
  }

  /** Adds a secret that a message contained. */
  addSeen(secret: string): void {
    // A word is no secret, wherever it stands: it would be removed from paths and texts.
    if (!/^[a-z]{1,15}$/i.test(secret)) this.#addSeen(secret, MARKERS.otherSecret);
  }

  /** Where the text contains secrets and tokens. */
  find(text: string, forms: TokenForms): Span[] {
    const bytes = Buffer.from(text);
    const search = { spans: [] as Span[], forms, left: MOST_DECODED * bytes.length + LEAST_DECODED };
    this.#search({ bytes, length: bytes.length }, MOST_ENCODINGS, search);
    if (search.left < 0) return [{ start: 0, end: text.length, shown: MARKERS.otherSecret }];
    if (this.#rooms.some((room) => room.bytes.length > KEPT_ROOM)) this.#rooms = this.#rooms.map(() => new LayerRoom());
    return bytes.length === text.length ? search.spans : inCharacters(text, bytes.length, search.spans);
  }

  #search(layer: Layer, deeper: number, search: Search): void {
    const { spans, forms } = search;
    this.steps += 4 * layer.length;
    findTokens(layer, forms, (start, end, shown) => {
      spans.push(inText(layer, start, end, shown));
    });
    this.#findValues(layer, spans);
    if (deeper === 0) return;
    const room = this.#rooms[deeper - 1]!;
    for (const decode of [withoutEscapes, meantByDigits]) {
      this.steps += 7 * layer.length;
      const decoded = decode(layer, room, this.#isText);
      if (decoded === undefined) continue;
      search.left -= decoded.length;
      if (search.left < 0) return;
      this.#search(decoded, deeper - 1, search);
    }
  }

  #findValues(layer: Layer, spans: Span[]): void {
    const { bytes, length } = layer;
    for (let at = 0; (at = this.#nextBeginning(bytes, at, length)) !== -1;) {
      const found = this.#valueAt(layer, at, this.#beginnings[beginningOf(bytes, at)]!);
      if (found !== undefined) spans.push(inText(layer, at, found.end, found.marker));
      at = found?.end ?? at + 1;
    }
  }

  /** Where the next value may begin; -1 if none does. */
  #nextBeginning(bytes: Uint8Array, from: number, length: number): number {
    const beginnings = this.#beginnings;
    let three = (bytes[from]! << 8) | bytes[from + 1]!;
    for (let at = from + 2; at < length; at++) {
      three = ((three << 8) | bytes[at]!) & 0xffffff;
      if (beginnings[hashOf(three)] !== 0) return at - 2;
    }
    return -1;
  }

  /** The longest value that begins at this place. */
  #valueAt(layer: Layer, start: number, lengths: number): { end: number; marker: Marker } | undefined {
    const { bytes } = layer;
    const most = Math.min(ENOUGH, layer.length - start);
    let found: { end: number; marker: Marker } | undefined;
    let hash = 0;
    for (let length = 1; length <= most; length++) {
      hash = Math.imul(hash ^ bytes[start + length - 1]!, PRIME);
      if ((lengths & KEY_BITS[length]!) === 0) continue;
      for (const { text: value, marker } of this.#values.get(hash) ?? []) {
        const end = endOfEqual(layer, start, value);
        this.steps += end - start;
        if (end - start < keyLengthOf(value) || end <= (found?.end ?? 0)) continue;
        if (value.length >= MINIMUM_IN_WORDS || isWord(layer, start, end)) found = { end, marker };
      }
    }
    this.steps += most;
    return found;
  }

  #addSeen(given: string, marker: Marker): void {
    if (given.length < MINIMUM_LENGTH || given.length > MAXIMUM_LENGTH) return;
    // A copy, because a part of a message keeps the whole of it alive.
    const secret = Buffer.from(given).toString();
    if ([MARKERS.clientSecret, MARKERS.otherSecret].some((own) => this.#own.has(own + secret))) return;
    if (this.#seen.has(secret)) return;
    const values = formsOf(secret).map((text) => ({ text, marker }));
    this.#seen.set(secret, values);
    for (const value of values) this.#index(value, false);
    if (this.#seen.size > MOST_VALUES) this.#forgetOldest();
  }

  #index(value: Value, isOwn: boolean): void {
    if (value.text.length < MINIMUM_LENGTH) return;
    this.remembered.forget();
    const key = keyOf(value.text);
    const others = this.#values.get(key) ?? [];
    const all = isOwn ? [value, ...others] : [...others, value];
    // The first one may be our own.
    if (all.length > MOST_OF_KEY) all.splice(1, 1);
    this.#values.set(key, all);
    this.#addBeginning(value);
    for (let at = 0; at < value.text.length; at++) this.#isText[value.text.charCodeAt(at)] = 1;
  }

  #addBeginning({ text }: Value): void {
    this.#beginnings[beginningOf(Buffer.from(text.slice(0, 3), 'latin1'), 0)]! |= KEY_BITS[keyLengthOf(text)]!;
  }

  #forgetOldest(): void {
    const [secret, values] = this.#seen.entries().next().value!;
    this.#seen.delete(secret);
    for (const value of values) {
      const key = keyOf(value.text);
      const others = (this.#values.get(key) ?? []).filter((other) => other !== value);
      if (others.length > 0) this.#values.set(key, others);
      else this.#values.delete(key);
    }
    this.#forgotten++;
    if (this.#forgotten % MOST_VALUES !== 0) return;
    this.#beginnings.fill(0);
    for (const value of [...this.#values.values()].flat()) this.#addBeginning(value);
  }
}

/** One search for the secrets in a text. */
interface Search {
  readonly spans: Span[];
  readonly forms: TokenForms;
  /** How many bytes of decoded texts may still be searched. */
  left: number;
}

/** A hash of the first three bytes at a place. */
function beginningOf(bytes: Uint8Array, at: number): number {
  return hashOf((bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!);
}

function hashOf(three: number): number {
  return Math.imul(three, 0x9e3779b1) >>> (32 - BEGINNINGS);
}

function keyLengthOf({ length }: string): number {
  return length < MINIMUM_IN_WORDS ? length : Math.min(length - (length % 4), ENOUGH);
}

/** A hash of the key of a value. */
function keyOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < keyLengthOf(text); at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash;
}
