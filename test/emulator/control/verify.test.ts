import { expect, test } from 'vitest';
import type { Expectation } from '../../../src/emulator/control/methods/journal/expectation.js';
import { allAtOnce } from '../../../src/common/steps.js';
import { type VerifiedExpectations, verifyExpectations } from '../../../src/emulator/control/methods/journal/verify.js';
import { journal, type Sketch } from '../judge/sketch.js';

const credentials = (received: number, more: Partial<Sketch> = {}): Sketch => ({
  received,
  operation: 'getCredentials',
  ...more,
});
const users = (received: number, more: Partial<Sketch> = {}): Sketch => ({ received, operation: 'getUsers', ...more });

/** All steps at once. */
const verifyExchanges = (...given: Parameters<typeof verifyExpectations>): VerifiedExpectations =>
  allAtOnce(verifyExpectations(...given));

function outcome(sketches: readonly Sketch[], expectations: readonly Expectation[], inOrder = false): boolean[] {
  const { passed, results } = verifyExchanges(journal(...sketches), expectations, { inOrder });
  expect(passed).toBe(results.every((result) => result.passed));
  return results.map((result) => result.passed);
}

test('an expectation without a number needs at least one exchange', () => {
  expect(outcome([users(0), users(10)], [{ operation: 'getUsers' }])).toEqual([true]);
  expect(outcome([users(0)], [{ operation: 'getCredentials' }])).toEqual([false]);
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

test('without order each expectation applies to the whole journal', () => {
  expect(
    outcome(
      [credentials(0), users(10), credentials(20)],
      [{ operation: 'getUsers' }, { operation: 'getCredentials', count: 2 }],
    ),
  ).toEqual([true, true]);
});

test('in order each expectation starts after the previous one', () => {
  const sketches = [credentials(0), users(10)];
  expect(outcome(sketches, [{ operation: 'getCredentials' }, { operation: 'getUsers' }], true)).toEqual([true, true]);
  expect(outcome(sketches, [{ operation: 'getUsers' }, { operation: 'getCredentials' }], true)).toEqual([true, false]);
});

const THEN_NONE: readonly Expectation[] = [
  { operation: 'getCredentials', count: 3 },
  { operation: 'getCredentials', count: 0, within: 30_000 },
];

test('exactly three, then none within 30 seconds', () => {
  const three = [credentials(0), credentials(10), credentials(20)];
  expect(outcome([...three, users(100)], THEN_NONE, true)).toEqual([true, true]);
  expect(outcome([...three, credentials(30_021)], THEN_NONE, true)).toEqual([true, true]);
  expect(outcome([...three, credentials(30_020)], THEN_NONE, true)).toEqual([false, false]);
  expect(outcome(three.slice(1), THEN_NONE, true)[0]).toBe(false);
});

test('times are those of the sandbox clock', () => {
  const four = [credentials(0), credentials(10), credentials(20), credentials(30, { clock: 60_000 })];
  expect(outcome(four, THEN_NONE, true)).toEqual([true, true]);
});

test('surplus counts until the next expectation takes an exchange', () => {
  const expectations: Expectation[] = [{ operation: 'getUsers', count: 1 }, { operation: 'getCredentials' }];
  expect(outcome([users(0), credentials(10), users(20)], expectations, true)).toEqual([true, true]);
  expect(outcome([users(0), users(5), credentials(10)], expectations, true)).toEqual([false, true]);
});

test('an expectation without a maximum has no surplus', () => {
  expect(
    outcome([users(0), users(5), credentials(10)], [{ operation: 'getUsers' }, { operation: 'getCredentials' }], true),
  ).toEqual([true, true]);
});

test('an expectation of none applies until the next one takes an exchange', () => {
  const expectations: Expectation[] = [{ operation: 'getUsers', count: 0 }, { operation: 'getCredentials' }];
  expect(outcome([credentials(0), users(10)], expectations, true)).toEqual([true, true]);
  expect(outcome([users(0), credentials(10)], expectations, true)).toEqual([false, true]);
});

test('the same expectation twice takes two exchanges', () => {
  const twice: Expectation[] = [
    { operation: 'getUsers', count: 1 },
    { operation: 'getUsers', count: 1 },
  ];
  expect(outcome([users(0), users(10)], twice, true)).toEqual([true, true]);
  expect(outcome([users(0)], twice, true)).toEqual([true, false]);
  expect(outcome([users(0), users(10), users(20)], twice, true)).toEqual([true, false]);
});

test('an optional expectation does not move the start of the next one', () => {
  const expectations: Expectation[] = [
    { operation: 'issueToken', atMost: 1 },
    { operation: 'getUsers', count: 1 },
  ];
  expect(outcome([users(0)], expectations, true)).toEqual([true, true]);
  expect(outcome([{ received: 0, operation: 'issueToken' }, users(10)], expectations, true)).toEqual([true, true]);
});

test('an exchange after the time limit is not taken', () => {
  const expectations: Expectation[] = [{ operation: 'getUsers' }, { operation: 'getCredentials', within: 1_000 }];
  expect(outcome([users(0), credentials(1_000)], expectations, true)).toEqual([true, true]);
  expect(outcome([users(0), credentials(1_001)], expectations, true)).toEqual([true, false]);
});

test('the result lists the numbers of the exchanges', () => {
  const { results } = verifyExchanges(journal(users(0), credentials(10), users(20)), [
    { operation: 'getUsers', count: 2 },
  ]);
  expect(results).toEqual([
    { expectation: { operation: 'getUsers', count: 2 }, passed: true, found: 2, exchanges: [1, 3] },
  ]);
});

test('a failure explains expected and found exchanges', () => {
  const { results } = verifyExchanges(journal(users(0), credentials(10)), [
    { operation: 'getUsers', status: '2xx', count: 2 },
  ]);
  expect(results[0]?.explanation).toBe(
    'Expected exactly 2 exchanges of operation getUsers with status 2xx, found 1 (exchange 1).',
  );
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

test('the explanation mentions an empty journal', () => {
  const { results } = verifyExchanges([], [{ operation: 'getUsers' }]);
  expect(results[0]).toMatchObject({
    explanation: 'Expected at least 1 exchange of operation getUsers, but the journal is empty.',
    nearestMisses: [],
  });
});

test('the nearest misses have the fewest unmet criteria, newest first', () => {
  const exchanges = journal(
    users(0, { status: 500 }),
    credentials(10),
    { received: 20, operation: null, status: 404, path: '/api/v1/institution/me/users' },
    users(30, { status: 429 }),
    credentials(40),
  );
  const { results } = verifyExchanges(exchanges, [{ operation: 'getUsers', status: 200 }]);
  expect(results[0]?.nearestMisses).toEqual([
    {
      exchange: 5,
      summary: 'GET /api/v1/institutions/me/credentials 200',
      differs: [{ criterion: 'operation', expected: 'getUsers', found: 'getCredentials' }],
    },
    {
      exchange: 4,
      summary: 'GET /api/v1/institutions/me/users 429',
      differs: [{ criterion: 'status', expected: '200', found: '429' }],
    },
    {
      exchange: 2,
      summary: 'GET /api/v1/institutions/me/credentials 200',
      differs: [{ criterion: 'operation', expected: 'getUsers', found: 'getCredentials' }],
    },
  ]);
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

test('an empty list of expectations passes', () => {
  expect(verifyExchanges(journal(users(0)), [])).toEqual({ passed: true, results: [] });
});
