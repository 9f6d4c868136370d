import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fraction,
  hash32,
  hashHex,
  hashUuid,
  permutation,
  shuffledIndexes,
} from '../../../src/emulator/domain/time/random.js';

const word = fc.integer({ min: 0, max: 0xffff_ffff });

test('the inverse of a permutation restores the value', () => {
  fc.assert(
    fc.property(word, word, (seed, value) => {
      const { forward, backward } = permutation(seed);
      expect(backward(forward(value))).toBe(value);
    }),
  );
});

test('a permutation scatters consecutive numbers', () => {
  const { forward } = permutation(1);
  const codes = Array.from({ length: 1_000 }, (_, index) => forward(index));
  expect(new Set(codes.map((code) => code >>> 24)).size).toBeGreaterThan(240);
});

test('fractions are evenly distributed', () => {
  const counts = new Array<number>(10).fill(0);
  for (let index = 0; index < 10_000; index++) counts[Math.floor(fraction(7, index) * 10)]!++;
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

test('a shuffle contains each index once', () => {
  fc.assert(
    fc.property(fc.nat(40), word, (count, seed) => {
      expect(shuffledIndexes(count, seed).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: count }, (_, index) => index),
      );
    }),
  );
});

test('the same seed gives the same text on every machine', () => {
  expect([hash32(1, 2, 3), hashHex(6, 1, 2), hashUuid(1, 2)]).toMatchInlineSnapshot(`
    [
      19765262,
      "a5ed356a18dd",
      "a5ed356a-18dd-4238-8166-dbd4a3c0358b",
    ]
  `);
});
