/** Everyday life refutes nothing: traffic while credentials are renewed, revoked, archived, and parties come and go. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, variants, type Emulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { accusations, evidenceOfLife, lives } from './random-lives.js';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ population: 8 });
});

afterAll(() => emulator.close());

test('no life of the default emulator refutes a guess', { timeout: 1_200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      expect(accusations(await evidenceOfLife(emulator, life))).toEqual([]);
    }),
    budget({ short: { numRuns: 12 }, long: { numRuns: 1_000 } }),
  );
});

const SOME = variants().filter(({ title }) =>
  /dead-credential|blocked-party|resolve-scope|check-uses|approved-users|link-of|repeated-request/.test(title),
);
const CHOSEN = budget({ short: SOME.slice(0, 4), long: variants() });

test.each(CHOSEN)(
  'lives of $title show no other variant',
  { timeout: 600_000 },
  async ({ title, variants: chosen }) => {
    await using varied = await startEmulator({ population: 8, variants: chosen });
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const { points, options, contradictions, surprises } = await evidenceOfLife(varied, life);
        const named = Object.values(points).flatMap(({ variant = [], variants: several = variant }) =>
          [several].flat(),
        );
        expect([...contradictions, ...surprises]).toEqual([]);
        expect(named.every((name) => name === title || named.includes(title))).toBe(true);
        expect([[], ['--variant', title]]).toContainEqual(options);
      }),
      budget({ short: { numRuns: 3 }, long: { numRuns: 15 } }),
    );
  },
);
