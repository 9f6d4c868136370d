import { expect, test } from 'vitest';
import { offencesOfExperiment } from '../../../src/emulator/judge/judge.js';
import { journal, verdictOf, type Sketch } from './sketch.js';

const RULE = 'growing-pauses';

/** Attempts with the given pauses between a response and the next request. */
function attempts(pauses: readonly number[], more: Partial<Sketch> = {}): Sketch[] {
  let received = 0;
  return [0, ...pauses].map((pause, at) => ({
    received: (received += pause + (at === 0 ? 0 : 5)),
    status: 500,
    ...more,
  }));
}

test('three attempts without a pause break the rule', () => {
  expect(verdictOf(RULE, ...attempts([1, 1]))).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2, 3],
    explanation: 'Tried 3 times without a pause.',
  });
});

test('calls that pause and give up one after the other are no attempts without a pause', () => {
  const call = [200, 400, 800, 1_600];
  expect(verdictOf(RULE, ...attempts([...call, 1, ...call, 1, ...call])).verdict).toBe('pass');
});

test('four attempts with the same short pause are suspicious, because a busy machine makes pauses equal', () => {
  expect(verdictOf(RULE, ...attempts([200, 204, 198]))).toMatchObject({
    verdict: 'suspected',
    explanation: 'Tried 4 times with equal pauses of about 200 ms.',
    doubt: expect.stringContaining(
      'A busy machine makes pauses of any length equal, and chance makes them shorter.',
    ) as string,
  });
});

test('three pauses as short as those of a busy machine are suspicious, unless they grow', () => {
  expect(verdictOf(RULE, ...attempts([24, 6, 14]))).toMatchObject({
    verdict: 'suspected',
    explanation: 'Tried 4 times with hardly a pause.',
  });
  expect(verdictOf(RULE, ...attempts([5, 10, 20])).verdict).toBe('pass');
});

test('in an experiment, which is repeated, short pauses that do not grow break the rule', () => {
  const brokenBy = (pauses: readonly number[]) =>
    offencesOfExperiment(journal(...attempts(pauses))).map(({ rule }) => rule.id);
  expect(brokenBy([24, 6, 14])).toContain(RULE);
  expect(brokenBy([50, 51, 52])).toContain(RULE);
  for (const pauses of [
    [5, 10, 20],
    [50, 60, 80],
    [200, 204, 198],
  ])
    expect(brokenBy(pauses)).not.toContain(RULE);
});

test('on a busy machine, where a client takes long for any request, longer pauses are hardly pauses', () => {
  const busy = [
    { received: 0, status: 200 },
    ...attempts([60, 45, 52]).map((each) => ({ ...each, received: each.received + 40 })),
  ];
  const brokenBy = (...sketches: readonly Sketch[]) =>
    offencesOfExperiment(journal(...sketches)).map(({ rule }) => rule.id);
  expect(brokenBy(...busy)).toContain(RULE);
  expect(brokenBy(...attempts([60, 45, 52]))).not.toContain(RULE);
});

test('ten retries without a long pause break the rule, however random the pauses are', () => {
  const random = [310, 90, 440, 70, 260, 480, 120, 390, 60];
  expect(verdictOf(RULE, ...attempts([...random, 220]))).toMatchObject({
    verdict: 'fail',
    explanation: 'Tried 11 times without a pause of a second.',
  });
  expect(verdictOf(RULE, ...attempts(random)).verdict).toBe('not-seen');
  expect(verdictOf(RULE, ...attempts([...random, 1_000])).verdict).toBe('pass');
});

test('calls whose pauses grow and that give up one after the other do not add up', () => {
  const call = [100, 200, 400];
  expect(verdictOf(RULE, ...attempts([...call, 30, ...call, 30, ...call])).verdict).toBe('pass');
  expect(verdictOf(RULE, ...attempts([...call, 250, ...call, 90, ...call])).verdict).toBe('pass');
});

test('429 without Retry-After counts as a failure', () => {
  expect(verdictOf(RULE, ...attempts([1, 1], { status: 429 })).verdict).toBe('fail');
});

test('an offence shows only its first requests', () => {
  expect(verdictOf(RULE, ...attempts(Array.from({ length: 30 }, () => 1))).exchanges).toEqual([1, 2, 3, 4, 5]);
});

test('a client that doubles its pauses follows the rule', () => {
  expect(verdictOf(RULE, ...attempts([100, 200, 400]))).toMatchObject({ verdict: 'pass', exchanges: [4] });
});

test('a client with random pauses follows the rule', () => {
  expect(verdictOf(RULE, ...attempts([80, 40, 310])).verdict).toBe('pass');
});

test('pauses that are shorter each time are suspicious, but may be random', () => {
  const shrinking = attempts([8_000, 4_000, 2_000, 1_000, 500]);
  expect(verdictOf(RULE, ...shrinking)).toMatchObject({
    verdict: 'suspected',
    explanation: 'Tried 6 times with a shorter pause each time.',
    doubt: expect.stringContaining('chance makes them shorter.') as string,
  });
  expect(offencesOfExperiment(journal(...shrinking)).map(({ rule }) => rule.id)).not.toContain(RULE);
});

test.each([[[5_000, 50, 50, 50]], [[3_000, 1_000]], [[3_000, 3_000, 1_000, 1_000]], [[200, 210]]])(
  'pauses that did not grow do not show that the rule was followed: %j',
  (pauses) => {
    expect(verdictOf(RULE, ...attempts(pauses))).toMatchObject({
      verdict: 'not-seen',
      explanation: 'The pauses between retries did not grow, as random ones need not.',
    });
  },
);

test('one short pause is allowed', () => {
  expect(verdictOf(RULE, ...attempts([3, 90])).verdict).toBe('pass');
});

test('pauses of a second need not grow', () => {
  expect(verdictOf(RULE, ...attempts([1_000, 1_000, 1_000, 1_000])).verdict).toBe('pass');
});

test("pauses count by the sandbox's clock if it is moved", () => {
  const moved = attempts([1, 1, 1]).map((sketch, at) => ({ ...sketch, clock: at * 2_000 }));
  expect(verdictOf(RULE, ...moved).verdict).toBe('pass');
});

test('a single retry is no evidence', () => {
  expect(verdictOf(RULE, ...attempts([1])).verdict).toBe('not-seen');
});

test('equal requests in parallel are no retry', () => {
  expect(verdictOf(RULE, ...[0, 1, 2, 3].map((received): Sketch => ({ received, status: 500 }))).verdict).toBe(
    'not-seen',
  );
});

test('responses with Retry-After do not count', () => {
  expect(
    verdictOf(RULE, ...attempts([1, 1, 1], { status: 429, responseHeaders: [['Retry-After', '1']] })).verdict,
  ).toBe('not-seen');
});

test('failures of different requests do not count together', () => {
  expect(
    verdictOf(RULE, ...attempts([1, 1, 1]).map((sketch, at) => ({ ...sketch, query: `offset=${at}` }))).verdict,
  ).toBe('not-seen');
});

test('requests whose bodies were not read are not known to be retries', () => {
  const unread = { operation: 'createCredentialsRequest', headers: [['transfer-encoding', 'chunked']] } as const;
  expect(verdictOf(RULE, ...attempts([1, 1, 1], { ...unread, status: 500 })).verdict).toBe('not-seen');
});
