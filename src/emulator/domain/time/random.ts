/**
 * Seeded randomness: the only source of randomness in a sandbox. The same seed and arguments give the same result on
 * every machine, because all arithmetic is on 32-bit integers. Anyone can compute the results, so they protect nothing.
 */

import { randomBytes } from 'node:crypto';

/**
 * A 32-bit hash of 32-bit integers. Each input bit changes about half of the output bits. Many callers pass four ASCII
 * letters as one of the integers (0x63726564 is `cred`). Then hashes for different purposes differ, even with one seed.
 */
export function hash32(...words: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const word of words) h = mix(h ^ Math.imul(word, 0x85ebca6b));
  return h >>> 0;
}

/** The 32-bit finalizer of MurmurHash3. */
function mix(word: number): number {
  let h = word + 0x7f4a7c15;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);

  return h ^ (h >>> 16);
}

/** A 32-bit hash of a text: FNV-1a over its UTF-16 code units. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  return h >>> 0;
}

/** A number from 0 (inclusive) to 1 (exclusive), derived from {@link hash32}. */
export function fraction(...words: readonly number[]): number {
  return hash32(...words) / 0x1_0000_0000;
}

/**
 * A draw: a pseudo-random number that follows from a hash and from a small number which says what is drawn. It takes a
 * third of the time of {@link hash32}.
 */
export function draw(hash: number, what: number): number {
  return mix(hash ^ Math.imul(what + 1, 0x9e3779b1)) >>> 0;
}

/** A hash of the given length in bytes, as lower-case hexadecimal digits. */
export function hashHex(bytes: number, ...words: readonly number[]): string {
  return hexFrom(hash32(...words), Math.ceil(bytes / 4)).slice(0, bytes * 2);
}

/**
 * Reused memory for one ID: a zero byte, with which contract IDs begin, and room for the longest ID. A new buffer for
 * each ID would become garbage at once, and so would a text to which `00` is joined.
 */
const SCRATCH = Buffer.alloc(256);
/** The part of the memory behind the zero byte, into which words are written. */
const SCRATCH_WORDS = new DataView(SCRATCH.buffer, SCRATCH.byteOffset + 1);

/**
 * A text of words, each written as eight lower-case hexadecimal digits. {@link wordFrom} makes the words.
 * @param words the number of words, at most 63
 */
export function hexFrom(start: number, words: number): string {
  return writeWords(start, words).toString('hex', 1, 1 + words * 4);
}

/** A text of `00` and the text of {@link hexFrom}. */
export function hexBehindZero(start: number, words: number): string {
  return writeWords(start, words).toString('hex', 0, 1 + words * 4);
}

/** Writes words into the reused memory, after the zero byte. */
function writeWords(start: number, words: number): Buffer {
  for (let at = 0; at < words; at++) SCRATCH_WORDS.setUint32(at * 4, wordFrom(start, at));
  return SCRATCH;
}

/** The word at a position of a sequence. The first word, at 0, determines the start: see {@link startOf}. */
function wordFrom(start: number, at: number): number {
  return mix(start ^ Math.imul(at, 0x9e3779b9)) >>> 0;
}

/** The start of the sequence with this first word: the inverse of {@link wordFrom}, step by step backwards. */
export function startOf(word: number): number {
  // The factors are the inverses of those in `mix`, modulo 2^32.
  let h = word ^ (word >>> 16);
  h = Math.imul(h, 0x7ed1b41d);
  h ^= (h >>> 13) ^ (h >>> 26);
  h = Math.imul(h, 0xa5cb9243);
  h ^= h >>> 16;

  return (h - 0x7f4a7c15) >>> 0;
}

/** Random bytes that nobody can predict, as lower-case hexadecimal digits. @param bytes their number */
export function unpredictableHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** A UUID in the form of version 4, derived from the given numbers. */
export function hashUuid(...words: readonly number[]): string {
  const start = hash32(...words);
  // The second word has the version, the third word the variant (RFC 9562 section 4).
  const second = (wordFrom(start, 1) & 0xffff_0fff) | 0x4000;
  const third = (wordFrom(start, 2) & 0x3fff_ffff) | (2 << 30);

  // The digits stand in groups of 8, 4, 4, 4 and 12, with hyphens between.
  writeDigits(wordFrom(start, 0), 0, 8);
  writeDigits(second >>> 16, 9, 4);
  writeDigits(second, 14, 4);
  writeDigits(third >>> 16, 19, 4);
  writeDigits(third, 24, 4);
  writeDigits(wordFrom(start, 3), 28, 8);

  return UUID.toString('latin1');
}

/** Reused memory for one UUID, with the hyphens in place. If ten texts were joined, all ten would become garbage. */
const UUID = Buffer.from('00000000-0000-4000-8000-000000000000');
/** The bytes of the hexadecimal digits. */
const DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Writes the last `count` hexadecimal digits of a word to the position `at` of the UUID. */
function writeDigits(word: number, at: number, count: number): void {
  for (let digit = at + count - 1, left = word; digit >= at; digit--, left >>>= 4) UUID[digit] = DIGITS[left & 15]!;
}

/** A permutation of the integers of some bits, and the inverse of the permutation. */
export interface Permutation {
  readonly forward: (word: number) => number;
  readonly backward: (word: number) => number;
}

/**
 * An odd factor, and the inverse of the factor modulo 2^32. It is the inverse modulo each smaller power of two, too.
 */
const [FACTOR, INVERSE] = [0x85ebca6b, 0xa5cb9243];

/**
 * A seeded permutation of the integers of up to 32 bits. Each of three rounds adds a key and mixes high bits into low
 * bits. The rounds are unrolled for speed, because a search decodes and encodes a number for each party.
 */
export function permutation(seed: number, bits = 32): Permutation {
  // 0x7065726d is `perm` in ASCII. With it, these hashes differ from all other hashes that are made with the seed.
  const [first, second, third] = [0, 1, 2].map((round) => hash32(seed, 0x7065726d, round)) as [number, number, number];
  // Selects the lower `bits` bits. With 32 bits, a shift by `bits` itself would shift by 0.
  const mask = 0xffff_ffff >>> (32 - bits);
  // The combination of a number with itself, shifted by half of its bits or more, is its own inverse.
  const half = (bits + 1) >>> 1;

  return {
    forward: (word) => {
      let h = Math.imul((word + first) & mask, FACTOR) & mask;
      h = Math.imul(((h ^ (h >>> half)) + second) & mask, FACTOR) & mask;
      h = Math.imul(((h ^ (h >>> half)) + third) & mask, FACTOR) & mask;

      return (h ^ (h >>> half)) >>> 0;
    },
    backward: (word) => {
      let h = (Math.imul(word ^ ((word & mask) >>> half), INVERSE) - third) & mask;
      h = (Math.imul(h ^ ((h & mask) >>> half), INVERSE) - second) & mask;
      h = (Math.imul(h ^ ((h & mask) >>> half), INVERSE) - first) & mask;

      return h >>> 0;
    },
  };
}

/** The numbers from 0 to `count` - 1, shuffled (Fisher-Yates) depending on `words`. */
export function shuffledIndexes(count: number, ...words: readonly number[]): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  let state = hash32(...words);
  for (let last = count - 1; last > 0; last--) {
    state = mix(state);
    const pick = (state >>> 0) % (last + 1);
    [order[last], order[pick]] = [order[pick]!, order[last]!];
  }

  return order;
}
