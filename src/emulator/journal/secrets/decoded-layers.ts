/**
 * Undoes the encodings of a text: percent escapes (RFC 3986 section 2.1) and those of JSON (RFC 8259 section 7), base64
 * and hexadecimal digits (RFC 4648). Each step is linear: it looks at a byte at most once for each place where a group
 * of digits may begin.
 */

import type { LayerRoom } from './layer-room.js';

/** Bytes, and where they come from. */
export interface Layer {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Absent for the text itself. */
  readonly source?: LayerSource;
}

interface LayerSource {
  readonly layer: Layer;
  /** For each byte, where its encoding begins in the layer before; for escapes also where the last one ends. */
  readonly starts: Int32Array;
  readonly encoding: 'escapes' | 'digits';
  /** The last part whose place was asked for. */
  last: readonly [start: number, end: number];
}

/** A secret has at least so many bytes, apart from those in the places of secrets. */
export const MINIMUM_LENGTH = 6;
/** The fewest digits of base64, and of hex, that can contain a secret. */
const FEWEST_DIGITS = 8;
const FEWEST_HEX_DIGITS = 2 * MINIMUM_LENGTH;
/** In a table: no digit. */
const NONE = 255;
const BASE64 = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
BASE64['-'.charCodeAt(0)] = 62;
BASE64['_'.charCodeAt(0)] = 63;
const HEX = tableOf('0123456789ABCDEF');
for (let digit = 10; digit < 16; digit++) HEX['a'.charCodeAt(0) + digit - 10] = digit;

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const SHORT_ESCAPES = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, meant]) => [letter.charCodeAt(0), meant.charCodeAt(0)],
  ),
);

/** The layer with its percent and JSON escapes decoded. Undefined if it has none. What is no valid escape stays. */
export function withoutEscapes(layer: Layer, room: LayerRoom): Layer | undefined {
  const { bytes, length } = layer;
  room.reserve(length);
  const { bytes: out, starts } = room;
  let written = 0;
  const write = (byte: number, start: number): void => {
    starts[written] = start;
    out[written++] = byte;
  };
  for (let at = 0; at < length;) {
    const byte = bytes[at]!;
    const size = byte === PERCENT || byte === BACKSLASH ? escapeAt(bytes, at, length, write) : 0;
    if (size === 0) write(byte, at);
    at += size === 0 ? 1 : size;
  }
  starts[written] = length;
  return written === length
    ? undefined
    : { bytes: out, length: written, source: { layer, starts, encoding: 'escapes', last: [0, 0] } };
}

/** Writes what an escape means. Returns its length; 0 if there is none. */
function escapeAt(bytes: Uint8Array, at: number, length: number, write: (byte: number, start: number) => void): number {
  if (bytes[at] === PERCENT) {
    const value = at + 2 < length ? hexAt(bytes, at + 1, 2) : -1;
    if (value === -1) return 0;
    write(value, at);
    return 3;
  }
  if (bytes[at + 1] !== LETTER_U) {
    const meant = at + 1 < length ? SHORT_ESCAPES.get(bytes[at + 1]!) : undefined;
    if (meant === undefined) return 0;
    write(meant, at);
    return 2;
  }
  const unit = at + 5 < length ? hexAt(bytes, at + 2, 4) : -1;
  if (unit === -1) return 0;
  const isHigh = unit >= 0xd800 && unit < 0xdc00 && at + 11 < length && bytes[at + 6] === BACKSLASH;
  const low = isHigh && bytes[at + 7] === LETTER_U ? hexAt(bytes, at + 8, 4) : -1;
  const hasLow = low >= 0xdc00 && low < 0xe000;
  const text = hasLow ? String.fromCharCode(unit, low) : String.fromCharCode(unit);
  if (unit < 0x80) write(unit, at);
  else for (const byte of Buffer.from(text)) write(byte, at);
  return hasLow ? 12 : 6;
}

function hexAt(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let digit = at; digit < at + digits; digit++) {
    const found = HEX[bytes[digit]!]!;
    if (found === NONE) return -1;
    value = value * 16 + found;
  }
  return value;
}

/**
 * The texts that base64 and hex digits of the layer mean, wherever their first group begins, with a zero byte between
 * them. Undefined if there is none.
 * @param isText the bytes of texts; others end one
 */
export function meantByDigits(layer: Layer, room: LayerRoom, isText: Uint8Array): Layer | undefined {
  const { bytes, length } = layer;
  const texts = new Texts(room, isText);
  for (let start = 0; start < length; start++) {
    if (BASE64[bytes[start]!] === NONE) continue;
    let end = start + 1;
    while (end < length && BASE64[bytes[end]!] !== NONE) end++;
    if (end - start >= FEWEST_DIGITS) {
      room.reserve(texts.written + 6 * (end - start));
      for (let first = start; first < start + 4; first++) texts.addBase64(bytes, first, end);
      if (end - start >= FEWEST_HEX_DIGITS) addHexRuns(bytes, start, end, texts);
    }
    start = end;
  }
  const source: LayerSource = { layer, starts: room.starts, encoding: 'digits', last: [0, 0] };
  return texts.written === 0 ? undefined : { bytes: room.bytes, length: texts.written, source };
}

function addHexRuns(bytes: Uint8Array, start: number, end: number, texts: Texts): void {
  for (let from = start; from < end; from++) {
    if (HEX[bytes[from]!] === NONE) continue;
    let to = from + 1;
    while (to < end && HEX[bytes[to]!] !== NONE) to++;
    if (to - from >= FEWEST_HEX_DIGITS) {
      texts.addHex(bytes, from, to);
      texts.addHex(bytes, from + 1, to);
    }
    from = to;
  }
}

/** Collects texts in a room. Shorter ones than a secret are left out: almost everything that digits mean by chance. */
class Texts {
  readonly #room: LayerRoom;
  readonly #isText: Uint8Array;
  written = 0;

  constructor(room: LayerRoom, isText: Uint8Array) {
    this.#room = room;
    this.#isText = isText;
  }

  /** Adds what digits mean whose first group begins at `from`. A text as long as a secret contains a whole group. */
  addBase64(bytes: Uint8Array, from: number, end: number): void {
    const isText = this.#isText;
    for (let at = from; at + 3 < end; at += 4) {
      const half = (BASE64[bytes[at]!]! << 6) | BASE64[bytes[at + 1]!]!;
      if (isText[half >> 4] === 0) continue;
      const group = (half << 12) | (BASE64[bytes[at + 2]!]! << 6) | BASE64[bytes[at + 3]!]!;
      if (isText[group & 255] === 1 && isText[(group >> 8) & 255] === 1)
        at = from + 4 * Math.floor(this.#addAround(bytes, at, from, end) / 4);
    }
  }

  /** Adds the text around a group, and returns where it ends. */
  #addAround(bytes: Uint8Array, group: number, from: number, end: number): number {
    const isText = this.#isText;
    const { bytes: out, starts } = this.#room;
    const begin = this.written;
    let at = group;
    for (let digit = digitBefore(at - from); digit >= 0 && isText[byteAt(bytes, from, digit)] === 1;) {
      at = from + digit;
      digit = digitBefore(digit);
    }
    for (; at + 1 < end; at += (at - from) % 4 === 2 ? 2 : 1) {
      const byte = byteAt(bytes, from, at - from);
      if (isText[byte] === 0) break;
      starts[this.written] = at;
      out[this.written++] = byte;
    }
    this.#end(begin);
    return at;
  }

  addHex(bytes: Uint8Array, from: number, end: number): void {
    const { bytes: out, starts } = this.#room;
    let begin = this.written;
    for (let at = from; at + 1 < end; at += 2) {
      const byte = (HEX[bytes[at]!]! << 4) | HEX[bytes[at + 1]!]!;
      if (this.#isText[byte] === 0) {
        if (this.written > begin) this.#end(begin);
        begin = this.written;
      } else {
        starts[this.written] = at;
        out[this.written++] = byte;
      }
    }
    this.#end(begin);
  }

  #end(begin: number): void {
    if (this.written - begin < MINIMUM_LENGTH) this.written = begin;
    else this.#room.bytes[this.written++] = 0;
  }
}

/** The byte whose bits begin in this digit, counted from the first group. */
function byteAt(bytes: Uint8Array, from: number, digit: number): number {
  const pair = (BASE64[bytes[from + digit]!]! << 6) | BASE64[bytes[from + digit + 1]!]!;
  return (pair >> (4 - 2 * (digit % 4))) & 255;
}

/** The digit in which the byte before begins. */
function digitBefore(digit: number): number {
  return digit - (digit % 4 === 0 ? 2 : 1);
}

/** The most digits before a secret that belong to the same text: a client ID stands before it. */
const MOST_BEFORE = 1_000;
/** The rest of a group, and its padding. */
const MOST_BEHIND = 4;

/** The place of a part of a layer in the layer before, with the digits around it if they are of the same text. */
export function sourceSpan(source: LayerSource, start: number, end: number): [number, number] {
  const { layer, starts, encoding, last } = source;
  if (encoding === 'escapes') return [starts[start]!, starts[end]!];
  const { bytes, length } = layer;
  let from = starts[start]!;
  let to = Math.min(starts[end - 1]! + 2, length);
  // Digits that belong to the part before are not looked at again, so that all parts together take linear time.
  const least = Math.max(from - MOST_BEFORE, from >= last[0] ? last[1] : 0);
  const most = Math.min(to + MOST_BEHIND, length);
  while (from > least && isBetweenSlashes(bytes[from - 1]!)) from--;
  while (to < most && (isBetweenSlashes(bytes[to]!) || bytes[to] === PADDING)) to++;
  source.last = [from, to];
  return [from, to];
}

const SLASH = 0x2f;
const PADDING = 0x3d;

function isBetweenSlashes(byte: number): boolean {
  return byte !== SLASH && BASE64[byte] !== NONE;
}

function tableOf(digits: string): Uint8Array {
  const table = new Uint8Array(256).fill(NONE);
  for (let value = 0; value < digits.length; value++) table[digits.charCodeAt(value)] = value;
  return table;
}
