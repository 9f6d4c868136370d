import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'right-media-type';

function post(type: string, more: Partial<Sketch> = {}): Sketch {
  return {
    received: 0,
    operation: 'generateVerificationLink',
    headers: [['content-type', type]],
    body: '{}',
    status: 415,
    ...more,
  };
}

test('who sends JSON as text breaks the rule', () => {
  expect(verdictOf(RULE, post('text/plain'))).toMatchObject({
    verdict: 'fail',
    exchanges: [1],
    explanation: 'Sent a body as text/plain instead of application/json.',
  });
});

test('who sends the token request as JSON breaks the rule', () => {
  expect(verdictOf(RULE, post('application/json', { operation: 'issueToken', status: 400 })).verdict).toBe('fail');
});

test('who says the right type keeps the rule, with parameters and in any case', () => {
  expect(
    verdictOf(
      RULE,
      post('Application/JSON; charset=utf-8', { status: 200 }),
      post('application/x-www-form-urlencoded', { operation: 'issueToken', status: 200 }),
    ).verdict,
  ).toBe('pass');
});

test('a refusal for another reason is no matter of this rule', () => {
  expect(verdictOf(RULE, post('application/json', { status: 400 })).verdict).toBe('pass');
});

test('what was taken has been right enough', () => {
  expect(verdictOf(RULE, post('application/vnd.api+json', { status: 200 })).verdict).toBe('pass');
});

test('without bodies there is nothing to see', () => {
  expect(verdictOf(RULE, { received: 0 }).verdict).toBe('not-seen');
});
