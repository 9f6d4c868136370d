/** What connections tell of what a client knew. */

import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const REFUSED = { token: 'a', status: 401 } as const;

/** Calls of one client with one token, all refused; each a millisecond after the one before, and as short. */
function refusedOn(...connections: readonly NonNullable<Sketch['on']>[]): Sketch[] {
  return connections.map((on, nth) => ({ ...REFUSED, received: 1_000 + nth * 2, duration: 1, on }));
}

const judged = (sketches: readonly Sketch[]) =>
  verdictOf('drop-refused-token', ...sketches, { received: 5_000, token: 'b' }).verdict;

test('a repetition on the same connection came with knowledge of the answer', () => {
  expect(judged(refusedOn([1, 900, 1], [1, 900, 2]))).toBe('fail');
});

test('a request on another connection that was open already, and without a rest, may have been sent at the same time', () => {
  const [first, second] = refusedOn([1, 100, 5], [2, 101, 5]);
  expect(judged([first!, { ...second!, received: 1_001.2 }])).toBe('pass');
});

test('a request on another connection that was open already came with knowledge where the client had rested', () => {
  expect(judged(refusedOn([1, 100, 5], [2, 101, 5]))).toBe('fail');
});

test('requests on connections that were opened together were sent together, however late they are dealt with', () => {
  expect(judged(refusedOn([1, 990, 1], [2, 990.1, 1], [3, 990.2, 1]))).toBe('pass');
});

test('a repetition on a connection that was opened after the answer came with knowledge of it', () => {
  expect(judged(refusedOn([1, 999, 1], [2, 1_001.5, 1]))).toBe('fail');
});
