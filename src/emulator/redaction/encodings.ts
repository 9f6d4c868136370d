/**
 * Decodes texts in which a secret may be encoded: percent-encoding (RFC 3986 section 2.1), escapes of JSON (RFC 8259
 * section 7), base64 and base64url (RFC 4648). Only one encoding at a time is undone. Each decoding takes linear time.
 */

import type { Steps } from '../../common/steps.js';

/** A layer of a text: the text itself, or a decoded form of it, which is searched for secrets. */
export interface Layer {
  readonly text: string;
  readonly isBase64: boolean;
  /** Converts the start and the end of a part of the layer to positions in the original text. */
  readonly sourceOf: (start: number, end: number) => readonly [start: number, end: number];
}

/** The value in tables of digits for characters that are no digit. */
export const NO_DIGIT = 255;
const BASE64 = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', '-_', 62);
/** The value of each hexadecimal digit, by its character code. */
const HEX = tableOf('0123456789ABCDEF', 'abcdef', 10);
/** The characters with which escape sequences begin. */
const PERCENT = 0x25;
const BACKSLASH = 0x5c;
/**
 * The letters that may follow a backslash in JSON. Below, in the same order, are the characters that they stand for.
 */
const LETTERS = '"\\/bfnrt';
const MEANINGS = '"\\/\b\f\n\r\t';

/**
 * The text itself, and its decoded form for each encoding that it contains. A decoded byte becomes a character, as in
 * Latin-1.
 * @param textBytes has 1 at the index of each byte that may be part of a secret. Base64 of other bytes is not decoded
 */
export function* layersOf(text: string, textBytes: Uint8Array): Steps<Layer[]> {
  const layers: Layer[] = [{ text, isBase64: false, sourceOf: (start, end) => [start, end] }];
  if (text.includes('%')) layers.push(unescaped(text, PERCENT, percentEscape));
  if (text.includes('\\')) layers.push(...unescapedJson(text));
  yield;
  const phases = phasesOfText(text, textBytes);
  if (phases.length === 0) return layers;

  // Base64 ignores other characters, which would shift all bytes after them. `A` keeps their places.
  const digits = text.replace(/[^\w+/-]/g, 'A');
  for (const phase of phases) {
    yield;
    layers.push(base64Layer(text, digits, phase));
  }

  return layers;
}

/** How many times JSON is decoded: diagnostics quote requests as JSON, and a header quotes diagnostics. */
const MOST_IN_JSON = 3;

/** The text with JSON escapes decoded once, and then again up to `deeper` times. */
function unescapedJson(text: string, deeper = MOST_IN_JSON - 1): Layer[] {
  const once = unescaped(text, BACKSLASH, jsonEscape);
  if (deeper === 0 || !once.text.includes('\\')) return [once];

  const inner = unescapedJson(once.text, deeper - 1).map((layer): Layer => ({
    ...layer,
    sourceOf: (start, end) => once.sourceOf(...layer.sourceOf(start, end)),
  }));
  return [once, ...inner];
}

/** Reads the escape at a position; undefined if there is no escape. */
type ReadEscape = (text: string, at: number) => Escape | undefined;

/** An escape. `unit`: the UTF-16 code unit that the escape stands for. `length`: its length in characters. */
type Escape = Readonly<Record<'unit' | 'length', number>>;

/** The text with its escapes decoded. @param mark the character code with which an escape begins */
function unescaped(text: string, mark: number, read: ReadEscape): Layer {
  const utf16 = Buffer.allocUnsafe(2 * text.length);
  /** The position in `text` of each decoded code unit. */
  const starts = new Int32Array(text.length + 1);
  let length = 0;

  for (let at = 0; at < text.length; length++) {
    const code = text.charCodeAt(at);
    const escape = code === mark ? read(text, at) : undefined;
    const unit = escape?.unit ?? code;
    utf16[2 * length] = unit & 255;
    utf16[2 * length + 1] = unit >> 8;
    starts[length] = at;
    at += escape?.length ?? 1;
  }

  starts[length] = text.length;
  const sourceOf: Layer['sourceOf'] = (start, end) => [starts[start]!, starts[end]!];

  return { text: utf16.toString('utf16le', 0, 2 * length), isBase64: false, sourceOf };
}

/** Reads `%41`. */
function percentEscape(text: string, at: number): ReturnType<ReadEscape> {
  const unit = hexAt(text, at + 1, 2);
  return unit === undefined ? undefined : { unit, length: 3 };
}

/** Reads an escape sequence of JSON, such as `\u0041` or `\n`. */
function jsonEscape(text: string, at: number): ReturnType<ReadEscape> {
  const letter = text.charAt(at + 1);
  if (letter === 'u') {
    const unit = hexAt(text, at + 2, 4);
    return unit === undefined ? undefined : { unit, length: 6 };
  }

  const place = letter === '' ? -1 : LETTERS.indexOf(letter);
  return place === -1 ? undefined : { unit: MEANINGS.charCodeAt(place), length: 2 };
}

/** The number in hexadecimal digits; undefined if a character is none. */
function hexAt(text: string, at: number, digits: number): number | undefined {
  let value = 0;
  for (let digit = at; digit < at + digits; digit++) {
    const found = HEX[text.charCodeAt(digit)] ?? NO_DIGIT;
    if (found === NO_DIGIT) return undefined;
    value = value * 16 + found;
  }

  return value;
}

/**
 * The phases at which at least two groups of base64 digits in a row decode to text. Four digits make a group. A word of
 * base64 may begin anywhere in a text, so its groups begin at one of four phases: positions modulo four.
 */
function phasesOfText(text: string, textBytes: Uint8Array): number[] {
  /** For each phase, the current number of consecutive groups that decode to text. */
  const groups = [0, 0, 0, 0];
  const found = new Set<number>();
  /** How many digits in a row end here. */
  let digits = 0;
  /** The values of the last four digits: three bytes. */
  let bits = 0;

  for (let at = 0; at < text.length && found.size < groups.length; at++) {
    const digit = digitAt(text, at);
    digits = digit === NO_DIGIT ? 0 : digits + 1;
    // A digit has six bits. Those of older digits are cut off.
    bits = ((bits << 6) | digit) & 0xffffff;
    // The group that ends here begins at a position of this phase.
    const phase = (at + 1) & 3;
    const bytesOfText = textBytes[bits >> 16]! + textBytes[(bits >> 8) & 255]! + textBytes[bits & 255]!;
    groups[phase] = digits > 3 && bytesOfText === 3 ? groups[phase]! + 1 : 0;
    if (groups[phase] === 2) found.add(phase);
  }

  return [...found];
}

/** The value of a digit of base64 or base64url; {@link NO_DIGIT} for other characters. */
export function digitAt(text: string, at: number): number {
  return BASE64[text.charCodeAt(at)] ?? NO_DIGIT;
}

/** The text decoded at a phase. @param digits the text with digits in place of all other characters */
function base64Layer(text: string, digits: string, phase: number): Layer {
  /** The position of the digit at which a byte begins: four digits make three bytes. */
  const digitOf = (byte: number): number => phase + 4 * Math.floor(byte / 3) + (byte % 3);
  const isInWord = (at: number): boolean => text[at] !== '/' && digitAt(text, at) !== NO_DIGIT;
  /** The word of base64 that the last call returned. */
  let lastWord: readonly [start: number, end: number] = [0, 0];

  return {
    text: Buffer.from(digits.slice(phase), 'base64').toString('latin1'),
    isBase64: true,
    // Returns the part with all digits around it, up to a slash, and with the padding. The search never goes back into
    // the previous part, so all parts together take linear time.
    sourceOf: (start, end) => {
      const [wordStart, wordEnd] = lastWord;
      let left = digitOf(start);
      // The last byte has its bits in two digits.
      let right = digitOf(end - 1) + 2;
      if (left >= wordStart && right <= wordEnd) return lastWord;

      while (left > 0 && isInWord(left - 1)) left--;
      while (isInWord(right)) right++;
      while (text[right] === '=') right++;

      return (lastWord = [left, right]);
    },
  };
}

/** The value of each digit by its character code. @param others more digits, whose values begin with `first` */
function tableOf(digits: string, others: string, first: number): Uint8Array {
  const table = new Uint8Array(256).fill(NO_DIGIT);
  for (let value = 0; value < digits.length; value++) table[digits.charCodeAt(value)] = value;
  for (let at = 0; at < others.length; at++) table[others.charCodeAt(at)] = first + at;

  return table;
}
