/** What the connections of requests prove about the responses that a client has seen. */

import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const REFUSED = { token: 'a', status: 401 } as const;

/** Refused calls of one client with one token: each takes a millisecond and starts a millisecond after the one before. */
function refusedOn(...connections: readonly NonNullable<Sketch['on']>[]): Sketch[] {
  return connections.map((on, nth) => ({ ...REFUSED, received: 1_000 + nth * 2, duration: 1, on }));
}

const judged = (sketches: readonly Sketch[]) =>
  verdictOf('drop-refused-token', ...sketches, { received: 5_000, token: 'b' }).verdict;

test('a repetition on the same connection follows the response', () => {
  expect(judged(refusedOn([1, 900, 1], [1, 900, 2]))).toBe('fail');
});

test('a request on another open connection without a rest may have been sent at the same time', () => {
  const [first, second] = refusedOn([1, 100, 5], [2, 101, 5]);
  expect(judged([first!, { ...second!, received: 1_001.2 }])).toBe('pass');
});

test('a request on another open connection after a rest follows the response', () => {
  expect(judged(refusedOn([1, 100, 5], [2, 101, 5]))).toBe('fail');
});

test('requests on connections that were opened together were sent together, however late they are handled', () => {
  expect(judged(refusedOn([1, 990, 1], [2, 990.1, 1], [3, 990.2, 1]))).toBe('pass');
});

test('a repetition on a connection that was opened after the response follows it', () => {
  expect(judged(refusedOn([1, 999, 1], [2, 1_001.5, 1]))).toBe('fail');
});
