import { expect, test } from 'vitest';
import { verdictOf } from './sketch.js';

const RULE = 'token-with-every-call';

test('who calls without a token breaks the rule', () => {
  expect(verdictOf(RULE, { received: 0, client: null, status: 401 })).toMatchObject({
    verdict: 'fail',
    exchanges: [1],
  });
});

test('who calls with a token keeps the rule', () => {
  expect(verdictOf(RULE, { received: 0, token: 'a' })).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test('a token that is refused is a token', () => {
  expect(
    verdictOf(RULE, { received: 0, client: null, status: 401, headers: [['Authorization', 'Bearer [redacted]']] })
      .verdict,
  ).toBe('pass');
});

test.each(['issueToken', 'checkVerificationStatus'] as const)('%s needs no token', (operation) => {
  expect(verdictOf(RULE, { received: 0, operation, client: null, status: 401 }).verdict).toBe('not-seen');
});
