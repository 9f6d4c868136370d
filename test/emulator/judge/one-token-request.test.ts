import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'one-token-request';

function ask(received: number, more: Partial<Sketch> = {}): Sketch {
  return { received, operation: 'issueToken', ...more };
}

const used = (token: string, received = 20): Sketch => ({ received, token, on: null });
const issues = (id: string) => ({ issued: { id, life: 3_600_000 }, on: null });

test('several token requests at once break the rule if the client uses the tokens', () => {
  const requests = [ask(0, issues('a')), ask(1, issues('b')), ask(4, issues('c'))];
  expect(verdictOf(RULE, ...requests, used('a'), used('b'))).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2, 3],
    explanation: 'Requested 3 access tokens at once.',
  });
});

test('several token requests at once break the rule if the client goes on on their connections', () => {
  expect(verdictOf(RULE, ask(0), ask(1), { received: 20 }).verdict).toBe('fail');
});

test('several token requests at once are suspicious, because the client may have given up the first', () => {
  expect(verdictOf(RULE, ask(0), ask(1), ask(4))).toMatchObject({ verdict: 'suspected', exchanges: [1, 2, 3] });
});

test('one token request at a time follows the rule', () => {
  expect(verdictOf(RULE, ask(0), ask(6))).toMatchObject({ verdict: 'pass', exchanges: [1, 2] });
});

test('the rule is not seen without token requests', () => {
  expect(verdictOf(RULE, { received: 0 }).verdict).toBe('not-seen');
});

test('two clients may request tokens at once', () => {
  expect(verdictOf(RULE, ask(0), ask(1, { client: 'other' })).verdict).toBe('pass');
});

test('a client that gives up a slow request may send another', () => {
  expect(verdictOf(RULE, ask(0, { duration: null }), ask(1_000)).verdict).toBe('pass');
});

test('a client that sends another request after a reset follows the rule', () => {
  expect(verdictOf(RULE, ask(0, { duration: 1, ending: 'reset' }), ask(2)).verdict).toBe('pass');
});
