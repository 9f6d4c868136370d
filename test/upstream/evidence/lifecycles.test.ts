/** Everyday life refutes nothing: traffic while credentials are renewed, revoked, archived, and parties come and go. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, variants, type Emulator } from '../../../src/index.js';
import { budget } from '../../budget.js';
import { accusations, evidenceOfLife, lives, type Step } from './random-lives.js';

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

const of = (text: string): Step[] =>
  text.split(', ').map((step) => {
    const [act = '', nth] = step.split(' ');
    return { act: act as Step['act'], nth: Number(nth) };
  });

const RENEWALS = Array.from({ length: 18 }, () => 'renew 0').join(', ');

// Found by random lives: what was named is another variant.
test.each([
  ['approved-users', 'kyc-status', 'users 1, expire 352, score 463, renew 136, scores 226, users 1'],
  [
    'dead-credentials-listed',
    'all',
    `renew 138, credentials 0, users 46, shout 0, credentials 0, ${RENEWALS}, users 126`,
  ],
  ['check-data', 'withheld', 'list 0, link 0, renew 0, check 0'],
])('with %s=%s, nothing else is named after: %s', async (point, variant, life) => {
  await using varied = await startEmulator({ population: 8, variants: { [point]: variant } });
  expect((await evidenceOfLife(varied, of(life))).options).toEqual([]);
});
