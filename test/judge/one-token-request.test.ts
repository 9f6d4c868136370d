import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'one-token-request';

function ask(received: number, more: Partial<Sketch> = {}): Sketch {
  return { received, operation: 'issueToken', ...more };
}

test('several token requests at once break the rule', () => {
  expect(verdictOf(RULE, ask(0), ask(1), ask(4))).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2, 3],
    explanation: 'Requested 3 access tokens at once.',
  });
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
  expect(verdictOf(RULE, ask(0, { duration: 5_000 }), ask(1_000)).verdict).toBe('pass');
});

test('a client that sends another request after a reset follows the rule', () => {
  expect(verdictOf(RULE, ask(0, { duration: 1, ending: 'reset' }), ask(2)).verdict).toBe('pass');
});
