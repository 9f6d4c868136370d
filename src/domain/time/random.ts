/**
 * Seeded randomness, the only source of it in a sandbox. The same seed and arguments give the same result on every
 * machine, because all arithmetic is on 32-bit integers. Anyone can compute it, so it protects nothing.
 */

import { randomBytes } from 'node:crypto';

/** A 32-bit hash of 32-bit integers. Each input bit changes about half of the output bits. */
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

/** A hash of the given length in bytes, as lower-case hexadecimal digits. */
export function hashHex(bytes: number, ...words: readonly number[]): string {
  const start = hash32(...words);
  let hex = '';
  for (let at = 0; hex.length < bytes * 2; at++) hex += hex32(mix(start ^ Math.imul(at, 0x9e3779b9)));
  return hex.slice(0, bytes * 2);
}

/** Lower-case hexadecimal digits that nobody can predict: so many random bytes. */
export function unpredictableHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** The digits of each byte. IDs are long, and a look-up is many times faster than `toString(16)`. */
const HEX_BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Eight lower-case hexadecimal digits. */
export function hex32(word: number): string {
  return (
    HEX_BYTES[word >>> 24]! +
    HEX_BYTES[(word >>> 16) & 0xff]! +
    HEX_BYTES[(word >>> 8) & 0xff]! +
    HEX_BYTES[word & 0xff]!
  );
}

/** A UUID in the form of version 4, derived from the given numbers. */
export function hashUuid(...words: readonly number[]): string {
  const hex = hashHex(16, ...words);
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A permutation of the 32-bit integers, and its inverse. */
export interface Permutation {
  readonly forward: (word: number) => number;
  readonly backward: (word: number) => number;
}

/** A seeded permutation: a Feistel network of six rounds over two halves of 16 bits. */
export function permutation(seed: number): Permutation {
  const keys = [0, 1, 2, 3, 4, 5].map((round) => hash32(seed, 0x7065726d, round));
  const round = (half: number, key: number): number => mix(half ^ key) & 0xffff;
  return {
    forward(word) {
      let left = word >>> 16;
      let right = word & 0xffff;
      for (const key of keys) [left, right] = [right, left ^ round(right, key)];
      return ((left << 16) | right) >>> 0;
    },
    backward(word) {
      let left = word >>> 16;
      let right = word & 0xffff;
      for (const key of keys.toReversed()) [left, right] = [right ^ round(left, key), left];
      return ((left << 16) | right) >>> 0;
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
