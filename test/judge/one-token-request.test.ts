import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'one-token-request';

function ask(received: number, more: Partial<Sketch> = {}): Sketch {
  return { received, operation: 'issueToken', ...more };
}

test('who asks for several tokens at once breaks the rule', () => {
  expect(verdictOf(RULE, ask(0), ask(1), ask(4))).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2, 3],
    explanation: 'Asked for 3 access tokens at once.',
  });
});

test('who asks for one at a time keeps the rule', () => {
  expect(verdictOf(RULE, ask(0), ask(6))).toMatchObject({ verdict: 'pass', exchanges: [1, 2] });
});

test('without token requests there is nothing to see', () => {
  expect(verdictOf(RULE, { received: 0 }).verdict).toBe('not-seen');
});

test('two clients may ask at once', () => {
  expect(verdictOf(RULE, ask(0), ask(1, { client: 'other' })).verdict).toBe('pass');
});

test('who has given up waiting for a slow answer may ask again', () => {
  expect(verdictOf(RULE, ask(0, { duration: 5_000 }), ask(1_000)).verdict).toBe('pass');
});

test('who asks again after the connection was reset keeps the rule', () => {
  expect(verdictOf(RULE, ask(0, { duration: 1, ending: 'reset' }), ask(2)).verdict).toBe('pass');
});
