import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'growing-pauses';

/** Attempts with the given pauses between an answer and the next request. */
function attempts(pauses: readonly number[], more: Partial<Sketch> = {}): Sketch[] {
  let received = 0;
  return [0, ...pauses].map((pause, at) => ({
    received: (received += pause + (at === 0 ? 0 : 5)),
    status: 500,
    ...more,
  }));
}

test('who tries three times without a pause breaks the rule', () => {
  expect(verdictOf(RULE, ...attempts([1, 1]))).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2, 3],
    explanation: 'Tried 3 times without a pause.',
  });
});

test('who tries four times with the same short pause breaks the rule', () => {
  expect(verdictOf(RULE, ...attempts([200, 204, 198]))).toMatchObject({
    verdict: 'fail',
    explanation: 'Tried 4 times, each time after about 200 ms.',
  });
});

test('429 without Retry-After is such a failure', () => {
  expect(verdictOf(RULE, ...attempts([1, 1], { status: 429 })).verdict).toBe('fail');
});

test('a long row names its first requests only', () => {
  expect(verdictOf(RULE, ...attempts(Array.from({ length: 30 }, () => 1))).exchanges).toEqual([1, 2, 3, 4, 5]);
});

test('who doubles its pauses keeps the rule', () => {
  expect(verdictOf(RULE, ...attempts([100, 200, 400]))).toMatchObject({ verdict: 'pass', exchanges: [4] });
});

test('who draws its pauses at random keeps the rule', () => {
  expect(verdictOf(RULE, ...attempts([80, 40, 310])).verdict).toBe('pass');
});

test('one short pause by chance keeps the rule', () => {
  expect(verdictOf(RULE, ...attempts([3, 90])).verdict).toBe('pass');
});

test('pauses of a second need not grow', () => {
  expect(verdictOf(RULE, ...attempts([1_000, 1_000, 1_000, 1_000])).verdict).toBe('pass');
});

test('pauses of a clock that is moved count', () => {
  const moved = attempts([1, 1, 1]).map((sketch, at) => ({ ...sketch, clock: at * 2_000 }));
  expect(verdictOf(RULE, ...moved).verdict).toBe('pass');
});

test('a single retry shows nothing', () => {
  expect(verdictOf(RULE, ...attempts([1])).verdict).toBe('not-seen');
});

test('the same request sent in parallel is no retry', () => {
  expect(verdictOf(RULE, ...[0, 1, 2, 3].map((received): Sketch => ({ received, status: 500 }))).verdict).toBe(
    'not-seen',
  );
});

test('after an answer with Retry-After another rule looks', () => {
  expect(verdictOf(RULE, ...attempts([1, 1, 1], { status: 429, answerHeaders: [['Retry-After', '1']] })).verdict).toBe(
    'not-seen',
  );
});

test('failures of different requests are no row', () => {
  expect(
    verdictOf(RULE, ...attempts([1, 1, 1]).map((sketch, at) => ({ ...sketch, query: `offset=${at}` }))).verdict,
  ).toBe('not-seen');
});
