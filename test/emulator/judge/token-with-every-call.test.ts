import { expect, test } from 'vitest';
import { verdictOf } from './sketch.js';

const RULE = 'token-with-every-call';

test('a call without a token breaks the rule', () => {
  expect(verdictOf(RULE, { received: 0, client: null, status: 401 })).toMatchObject({
    verdict: 'fail',
    exchanges: [1],
  });
});

test('the word Bearer alone is no token', () => {
  const { verdict, explanation } = verdictOf(RULE, {
    received: 0,
    client: null,
    status: 401,
    headers: [['Authorization', 'Bearer']],
  });
  expect([verdict, explanation]).toEqual([
    'fail',
    'Sent no access token: the Authorization header has nothing after "Bearer": the client had no token when it sent this.',
  ]);
});

test('a call with a token follows the rule', () => {
  expect(verdictOf(RULE, { received: 0, token: 'a' })).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test('a refused token counts as a token', () => {
  expect(
    verdictOf(RULE, { received: 0, client: null, status: 401, headers: [['Authorization', 'Bearer ~other-secret~']] })
      .verdict,
  ).toBe('pass');
});

test.each(['issueToken', 'checkVerificationStatus'] as const)('%s needs no token', (operation) => {
  expect(verdictOf(RULE, { received: 0, operation, client: null, status: 401 }).verdict).toBe('not-seen');
});
