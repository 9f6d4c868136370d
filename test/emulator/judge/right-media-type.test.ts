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

test('JSON as text/plain breaks the rule', () => {
  expect(verdictOf(RULE, post('text/plain'))).toMatchObject({
    verdict: 'fail',
    exchanges: [1],
    explanation: 'Sent a body as text/plain instead of application/json.',
  });
});

test('a token request as JSON breaks the rule', () => {
  expect(verdictOf(RULE, post('application/json', { operation: 'issueToken', status: 400 })).verdict).toBe('fail');
});

test('the right media type follows the rule, with parameters and in any case', () => {
  expect(
    verdictOf(
      RULE,
      post('Application/JSON; charset=utf-8', { status: 200 }),
      post('application/x-www-form-urlencoded', { operation: 'issueToken', status: 200 }),
    ).verdict,
  ).toBe('pass');
});

test('a refusal for another reason does not count', () => {
  expect(verdictOf(RULE, post('application/json', { status: 400 })).verdict).toBe('pass');
});

test('a request that succeeded does not break the rule', () => {
  expect(verdictOf(RULE, post('application/vnd.api+json', { status: 200 })).verdict).toBe('pass');
});

test('the rule is not seen without bodies', () => {
  expect(verdictOf(RULE, { received: 0 }).verdict).toBe('not-seen');
});
