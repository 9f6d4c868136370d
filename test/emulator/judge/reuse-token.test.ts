import { expect, test } from 'vitest';
import { verdictOf, withoutKeepAlive, type Sketch } from './sketch.js';

const RULE = 'reuse-token';
const HOUR = 3_600_000;

function issue(id: string, received: number, more: Partial<Sketch> = {}): Sketch {
  return { received, operation: 'issueToken', issued: { id, life: HOUR }, ...more };
}

test('a client that requests a token for every call breaks the rule', () => {
  const verdict = verdictOf(RULE, issue('a', 0), { received: 10, token: 'a' }, issue('b', 20), {
    received: 30,
    token: 'b',
  });
  expect(verdict).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 3],
    explanation: 'Requested a new access token although the last one was valid for another 60 min.',
  });
});

test('a client that requests a token again before it used the first breaks the rule', () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 5_000)).verdict).toBe('fail');
});

test('a client that uses its token again follows the rule', () => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, token: 'a' }, { received: 500, token: 'a' })).toMatchObject({
    verdict: 'pass',
    exchanges: [3],
  });
});

test('a token that is used once is no evidence', () => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, token: 'a' }).verdict).toBe('not-seen');
});

test("a token may be renewed after four fifths of its lifetime by the sandbox's clock", () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 100, { clock: 0.79 * HOUR })).verdict).toBe('fail');
  expect(verdictOf(RULE, issue('a', 0), issue('b', 100, { clock: 0.8 * HOUR })).verdict).toBe('not-seen');
});

test('a token may be renewed after four fifths of its lifetime in real time if the clock is frozen', () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 0.8 * HOUR, { clock: 0 })).verdict).toBe('not-seen');
});

test.each([401, 403])('a token may be renewed after a %i response to it', (status) => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, token: 'a', status }, issue('b', 20)).verdict).toBe('not-seen');
});

test('a refusal of another token is no reason to renew', () => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, token: 'x', status: 401 }, issue('b', 1_000)).verdict).toBe(
    'fail',
  );
});

test("a refused unknown token may have been the client's token", () => {
  expect(verdictOf(RULE, issue('a', 0), { received: 10, client: null, status: 401 }, issue('b', 1_000)).verdict).toBe(
    'not-seen',
  );
});

test('a client that uses two tokens breaks the rule, in whatever order it has requested them', () => {
  const requests = [issue('a', 0), issue('b', 2), { received: 10, token: 'a' }, { received: 11, token: 'b' }];
  expect(verdictOf(RULE, ...withoutKeepAlive(requests)).verdict).toBe('fail');
});

test('token requests that were sent at once do not count', () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 2), issue('c', 8)).verdict).toBe('not-seen');
});

test('each client has a token of its own', () => {
  expect(verdictOf(RULE, issue('a', 0), issue('b', 5_000, { client: 'demo+latency' })).verdict).toBe('not-seen');
});

test('a token of an incomplete response does not count', () => {
  expect(verdictOf(RULE, issue('a', 0, { ending: 'reset' }), issue('b', 5_000)).verdict).toBe('not-seen');
});
