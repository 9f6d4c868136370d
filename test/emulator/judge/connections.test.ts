/** What the connections of requests prove about the responses that a client has seen. */

import { expect, test } from 'vitest';
import { verdictOf, withoutKeepAlive, type Sketch } from './sketch.js';

const REFUSED = { token: 'a', status: 401 } as const;

/** Refused calls of one client with one token: each takes a millisecond and starts a millisecond after the one before. */
function refusedOn(...connections: readonly NonNullable<Sketch['on']>[]): Sketch[] {
  return connections.map((on, nth) => ({ ...REFUSED, received: 1_000 + nth * 2, duration: 1, on }));
}

const judged = (sketches: readonly Sketch[]) =>
  verdictOf('drop-refused-token', ...sketches, { received: 5_000, token: 'b', on: null }).verdict;

test('a repetition on the same connection proves that the client has read the response', () => {
  expect(judged(refusedOn([1, 900, 1], [1, 900, 2]))).toBe('fail');
});

test('a request on another open connection without a rest may have been sent at the same time', () => {
  const [first, second] = refusedOn([1, 100, 5], [2, 101, 5]);
  expect(judged([first!, { ...second!, received: 1_001.2 }])).toBe('pass');
});

test('a request on another open connection after a rest is suspicious', () => {
  expect(judged(refusedOn([1, 100, 5], [2, 101, 5]))).toBe('suspected');
});

test('requests on connections that were opened together were sent together, however late they are handled', () => {
  expect(judged(refusedOn([1, 990, 1], [2, 990.1, 1], [3, 990.2, 1]))).toBe('pass');
});

test('requests on new connections prove nothing, however late they are handled', () => {
  const late = refusedOn([1, 900, 1], [2, 1_001.5, 1], [3, 1_700, 1]).map((sketch, nth) => ({
    ...sketch,
    received: 1_000 + nth * 700,
  }));
  expect(judged(late)).toBe('suspected');
});

test('a request while another is under way is suspicious, even on the same connection', () => {
  const [first, second] = refusedOn([1, 900, 1], [1, 900, 2]);
  const other: Sketch = { received: 990, duration: 50, token: 'a', on: [2, 900, 1] };
  expect(judged([other, first!, second!])).toBe('suspected');
});

test('a client that uses two connections in turn is proven by the third request', () => {
  const calls = refusedOn([1, 900, 1], [2, 900, 1], [1, 900, 2]);
  expect(judged(calls.slice(0, 2))).not.toBe('fail');
  expect(judged(calls)).toBe('fail');
});

test('requests that are repeated on two connections in turn are counted on each', () => {
  const calls = Array.from({ length: 6 }, (_, nth): Sketch => {
    return { received: nth * 10, status: 400, operation: 'resolveCredentials', on: [nth % 2, 0, nth] };
  });
  expect(verdictOf('no-hopeless-retry', ...calls.slice(0, 4)).verdict).not.toBe('fail');
  expect(verdictOf('no-hopeless-retry', ...calls)).toMatchObject({ verdict: 'fail' });
});

test('a request after a further round trip proves it, even while others are under way', () => {
  const calls = refusedOn([1, 900, 1], [1, 900, 2], [1, 900, 3]);
  const other: Sketch = { received: 990, duration: 50, token: 'a', on: [2, 900, 1] };
  expect(judged([other, ...calls])).toBe('fail');
});

test('a round trip on one connection proves what the client knew on another', () => {
  const [refused, again] = refusedOn([1, 900, 1], [2, 900, 2]);
  const renewal: Sketch = { received: 1_002, operation: 'issueToken', on: [1, 900, 2] };
  const before = (received: number): Sketch => ({ received, token: 'c', duration: 3, on: [2, 900, 1] });
  expect(judged([refused!, renewal, before(1_001), { ...again!, received: 1_010 }])).toBe('fail');
  const tooLate = { ...renewal, received: 1_006 };
  expect(judged([refused!, tooLate, before(1_001), { ...again!, received: 1_010 }])).not.toBe('fail');
});

test('the first use of an access token proves that the client has the response with it', () => {
  const issue = (id: string, received: number): Sketch => ({
    received,
    operation: 'issueToken',
    issued: { id, life: 3_600_000 },
  });
  const calls = [issue('a', 0), { received: 10, token: 'a' }, issue('b', 20), { received: 30, token: 'b' }];
  expect(verdictOf('reuse-token', ...withoutKeepAlive(calls)).verdict).toBe('fail');
});

test.each(['Via', 'Forwarded', 'X-Forwarded-For'])('a connection of a proxy proves nothing: %s', (name) => {
  const calls = refusedOn([1, 900, 1], [1, 900, 2]).map((sketch) => ({
    ...sketch,
    headers: [[name.toLowerCase(), '1.1 proxy'] as const],
  }));
  expect(judged(calls)).toBe('suspected');
});

test('in a server of the user, which does not tell connections, times alone prove nothing', () => {
  expect(judged(refusedOn([1, 0, 1], [1, 0, 2]).map((sketch) => ({ ...sketch, on: null })))).toBe('suspected');
});
