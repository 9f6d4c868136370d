import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { allAtOnce } from '../../../src/common/steps.js';
import type { Expectation } from '../../../src/emulator/control/methods/journal/expectation.js';
import { type VerifiedExpectations, verifyExpectations } from '../../../src/emulator/control/methods/journal/verify.js';
import { journal, type Sketch } from '../judge/sketch.js';

const credentials = (received: number): Sketch => ({ received, operation: 'getCredentials' });
const users = (received: number): Sketch => ({ received, operation: 'getUsers' });

/** All steps at once. */
const verifyExchanges = (...given: Parameters<typeof verifyExpectations>): VerifiedExpectations =>
  allAtOnce(verifyExpectations(...given));

function outcome(sketches: readonly Sketch[], expectations: readonly Expectation[], inOrder = false): boolean[] {
  const { passed, results } = verifyExchanges(journal(...sketches), expectations, { inOrder });
  expect(passed).toBe(results.every((result) => result.passed));
  return results.map((result) => result.passed);
}

/** What is sent and expected, and which of the expectations hold. */
interface Verified {
  readonly sent: readonly Sketch[];
  readonly expect: readonly Expectation[];
  readonly inOrder?: boolean;
  readonly holds: readonly boolean[];
  /** Some members of each result. */
  readonly results?: readonly object[];
}

const written = parse(readFileSync(new URL('verify.yaml', import.meta.url), 'utf8'), { merge: true }) as Readonly<
  Record<string, Verified | readonly Verified[]>
>;

for (const [title, cases] of Object.entries(written))
  test(title, () => {
    for (const { sent, expect: expectations, inOrder = false, holds, results = [], ...others } of [cases].flat()) {
      expect(others).toEqual({});
      expect(outcome(sent, expectations, inOrder)).toEqual(holds);
      const found = verifyExchanges(journal(...sent), expectations, { inOrder });
      expect(found.results.slice(0, results.length)).toMatchObject(results);
    }
  });

test.each<[Partial<Expectation>, number[]]>([
  [{ count: 2 }, [2]],
  [{ atLeast: 2 }, [2, 3]],
  [{ atMost: 2 }, [0, 1, 2]],
  [{ atLeast: 1, atMost: 2 }, [1, 2]],
  [{ count: 0 }, [0]],
])('%j holds for the right numbers of exchanges', (bounds, right) => {
  const holding = [0, 1, 2, 3].filter((count) => {
    const sketches = Array.from({ length: count }, (_, at) => users(at * 10));
    const results = [false, true].map(
      (inOrder) => outcome(sketches, [{ operation: 'getUsers', ...bounds }], inOrder)[0],
    );
    expect(results[0]).toBe(results[1]);
    return results[0];
  });
  expect(holding).toEqual(right);
});

test('a failure in order names the previous exchange and the time limit', () => {
  const { results } = verifyExchanges(
    journal(users(0), users(10)),
    [
      { operation: 'getUsers', count: 1 },
      { operation: 'getUsers', count: 0, within: 500 },
    ],
    { inOrder: true },
  );
  expect(results[1]).toMatchObject({
    found: 1,
    exchanges: [2],
    explanation: 'Expected no exchanges of operation getUsers within 500 ms after exchange 1, found 1 (exchange 2).',
  });
  expect(results[1]).not.toHaveProperty('nearestMisses');
});

test('an exchange out of order or too late is a near miss', () => {
  const exchanges = journal(credentials(0), users(10), credentials(5_010));
  const { results } = verifyExchanges(
    exchanges,
    [{ operation: 'getUsers' }, { operation: 'getCredentials', within: 1_000 }],
    { inOrder: true },
  );
  expect(results[1]?.nearestMisses?.slice(0, 2)).toEqual([
    {
      exchange: 3,
      summary: 'GET /api/v1/institutions/me/credentials 200',
      differs: [{ criterion: 'within', expected: 'at most 1000 ms after exchange 2', found: '5000 ms' }],
    },
    {
      exchange: 1,
      summary: 'GET /api/v1/institutions/me/credentials 200',
      differs: [{ criterion: 'order', expected: 'after exchange 2', found: 'exchange 1' }],
    },
  ]);
});
