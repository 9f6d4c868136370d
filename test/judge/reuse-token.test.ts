import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'reuse-token';
const HOUR = 3_600_000;

function issue(id: string, received: number, more: Partial<Sketch> = {}): Sketch {
  return { received, operation: 'issueToken', issued: { id, life: HOUR }, ...more };
}

test('who asks for a token for every call breaks the rule', () => {
  const verdict = verdictOf(RULE, issue('a', 0), { received: 10, token: 'a' }, issue('b', 20), {
    received: 30,
    token: 'b',
  });
  expect(verdict).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 3],
    explanation: 'Asked for a new access token, although the last one was good for another 60 min.',
  });
});

test('who asks again without having used the token breaks the rule', () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 5_000)).verdict).toBe('fail');
});

test('who uses its token again keeps the rule', () => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, token: 'a' }, { received: 500, token: 'a' })).toMatchObject({
    verdict: 'pass',
    exchanges: [3],
  });
});

test('a token that is used once shows nothing', () => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, token: 'a' }).verdict).toBe('not-seen');
});

test('a token may be renewed when four fifths of its life are over, by the clock', () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 100, { clock: 0.79 * HOUR })).verdict).toBe('fail');
  expect(verdictOf(RULE, issue('a', 0), issue('b', 100, { clock: 0.8 * HOUR })).verdict).toBe('not-seen');
});

test('a token may be renewed when four fifths of its life are over in real time, while the clock stands still', () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 0.8 * HOUR, { clock: 0 })).verdict).toBe('not-seen');
});

test.each([401, 403])('a token that was answered with %i may be renewed', (status) => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, token: 'a', status }, issue('b', 20)).verdict).toBe('not-seen');
});

test('a refusal of another token is no reason', () => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, token: 'x', status: 401 }, issue('b', 1_000)).verdict).toBe(
    'fail',
  );
});

test('a refused bearer that is not known may have been the token', () => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, client: null, status: 401 }, issue('b', 1_000)).verdict).toBe(
    'not-seen',
  );
});

test('requests for tokens that were sent at once are no matter of this rule', () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 2), issue('c', 8)).verdict).toBe('not-seen');
});

test('each client has a token of its own', () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 5_000, { client: 'demo+latency' })).verdict).toBe('not-seen');
});

test('a token whose answer broke off was never had', () => {
  expect(verdictOf(RULE, issue('a', 0, { ending: 'reset' }), issue('b', 5_000)).verdict).toBe('not-seen');
});
