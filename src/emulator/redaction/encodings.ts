/**
 * Undoes the encodings in which a secret may stand in a text, one deep: percent-encoding (RFC 3986 section 2.1), the
 * escapes of JSON (RFC 8259 section 7), base64 and base64url (RFC 4648). Each takes linear time.
 */

import type { Steps } from '../../common/steps.js';

/** A text to search, and where its parts stand in the text that it was decoded from. */
export interface Layer {
  readonly text: string;
  readonly isBase64: boolean;
  readonly sourceOf: (start: number, end: number) => readonly [start: number, end: number];
}

/** In the place of the value of what is no digit. */
export const NO_DIGIT = 255;
const BASE64 = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', '-_', 62);
const HEX = tableOf('0123456789ABCDEF', 'abcdef', 10);
const PERCENT = 0x25;
const BACKSLASH = 0x5c;
/** What the letters behind a backslash mean. */
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * The text itself, and what it means in each encoding that it contains. A decoded byte is a character, as in Latin-1.
 * @param isText by byte, 1 for the bytes of secrets: base64 that means others is not decoded
 */
export function* layersOf(text: string, isText: Uint8Array): Steps<Layer[]> {
  const layers: Layer[] = [{ text, isBase64: false, sourceOf: (start, end) => [start, end] }];
  if (text.includes('%')) layers.push(unescaped(text, PERCENT, percentEscape));
  if (text.includes('\\')) layers.push(...unescapedJson(text));
  yield;
  const phases = phasesOfText(text, isText);
  if (phases.length === 0) return layers;

  yield;
  const digits = text.replace(/[^\w+/-]/g, 'A');
  for (const phase of phases) {
    yield;
    layers.push(base64Layer(text, digits, phase));
  }

  return layers;
}

/** Diagnostics of the emulator quote as JSON what was sent, and a header quotes them. */
const MOST_IN_JSON = 3;

/** What the text means as JSON, and what that means as JSON again. */
function unescapedJson(text: string, deeper = MOST_IN_JSON - 1): Layer[] {
  const once = unescaped(text, BACKSLASH, jsonEscape);
  if (deeper === 0 || !once.text.includes('\\')) return [once];

  const inner = unescapedJson(once.text, deeper - 1).map((layer): Layer => ({
    ...layer,
    sourceOf: (start, end) => once.sourceOf(...layer.sourceOf(start, end)),
  }));
  return [once, ...inner];
}

/** The UTF-16 code unit of the escape at a place, and how many characters it takes; undefined if there is none. */
type ReadEscape = (text: string, at: number) => readonly [unit: number, length: number] | undefined;

/** The text with its escapes decoded. `starts` has the place in `text` of each code unit. */
function unescaped(text: string, mark: number, read: ReadEscape): Layer {
  const utf16 = Buffer.allocUnsafe(2 * text.length);
  const starts = new Int32Array(text.length + 1);
  let length = 0;
  for (let at = 0; at < text.length; length++) {
    const code = text.charCodeAt(at);
    const escape = code === mark ? read(text, at) : undefined;
    const unit = escape?.[0] ?? code;
    utf16[2 * length] = unit & 255;
    utf16[2 * length + 1] = unit >> 8;
    starts[length] = at;
    at += escape?.[1] ?? 1;
  }
  starts[length] = text.length;
  const sourceOf: Layer['sourceOf'] = (start, end) => [starts[start]!, starts[end]!];

  return { text: utf16.toString('utf16le', 0, 2 * length), isBase64: false, sourceOf };
}

function percentEscape(text: string, at: number): ReturnType<ReadEscape> {
  const unit = hexAt(text, at + 1, 2);
  return unit === undefined ? undefined : [unit, 3];
}

function jsonEscape(text: string, at: number): ReturnType<ReadEscape> {
  const letter = text.charAt(at + 1);
  const isLong = letter === 'u';
  const unit = isLong ? hexAt(text, at + 2, 4) : SHORT_ESCAPES.get(letter)?.charCodeAt(0);
  const length = isLong ? 6 : 2;
  return unit === undefined ? undefined : [unit, length];
}

function hexAt(text: string, at: number, digits: number): number | undefined {
  let value = 0;
  for (let digit = at; digit < at + digits; digit++) {
    const found = HEX[text.charCodeAt(digit)] ?? NO_DIGIT;
    if (found === NO_DIGIT) return undefined;
    value = value * 16 + found;
  }
  return value;
}

/** The places, modulo four, where groups of base64 digits begin that mean text: two of them in a row. */
function phasesOfText(text: string, isText: Uint8Array): number[] {
  /** For each phase, the groups of text in a row. */
  const groups = [0, 0, 0, 0];
  const found = new Set<number>();
  let digits = 0;
  let bits = 0;
  for (let at = 0; at < text.length && found.size < groups.length; at++) {
    const digit = digitAt(text, at);
    digits = digit === NO_DIGIT ? 0 : digits + 1;
    bits = ((bits << 6) | digit) & 0xffffff;
    // The group that ends here.
    const phase = (at + 1) & 3;
    const isGroup =
      digits > 3 && isText[bits >> 16] === 1 && isText[(bits >> 8) & 255] === 1 && isText[bits & 255] === 1;
    groups[phase] = isGroup ? groups[phase]! + 1 : 0;
    if (groups[phase] === 2) found.add(phase);
  }

  return [...found];
}

/** The value of a digit of base64 or base64url. */
export function digitAt(text: string, at: number): number {
  return BASE64[text.charCodeAt(at)] ?? NO_DIGIT;
}

/** @param digits the text, with digits in the place of all that is none: so each byte has its place */
function base64Layer(text: string, digits: string, phase: number): Layer {
  const digitOf = (byte: number): number => phase + 4 * Math.floor(byte / 3) + (byte % 3);
  const isInWord = (at: number): boolean => text[at] !== '/' && digitAt(text, at) !== NO_DIGIT;
  let word: readonly [start: number, end: number] = [0, 0];

  return {
    text: Buffer.from(digits.slice(phase), 'base64').toString('latin1'),
    isBase64: true,
    // The digits of the part with those around them up to a slash, and with their padding. Digits of the part before
    // are not looked at again, so that all parts together take linear time.
    sourceOf: (start, end) => {
      let [left, right] = [digitOf(start), digitOf(end - 1) + 2];
      if (left >= word[0] && right <= word[1]) return word;

      while (left > 0 && isInWord(left - 1)) left--;
      while (isInWord(right)) right++;
      while (text[right] === '=') right++;

      return (word = [left, right]);
    },
  };
}

/** The value of each digit by its character code. @param others further digits, whose values begin with `first` */
function tableOf(digits: string, others: string, first: number): Uint8Array {
  const table = new Uint8Array(256).fill(NO_DIGIT);
  for (let value = 0; value < digits.length; value++) table[digits.charCodeAt(value)] = value;
  for (let at = 0; at < others.length; at++) table[others.charCodeAt(at)] = first + at;
  return table;
}
