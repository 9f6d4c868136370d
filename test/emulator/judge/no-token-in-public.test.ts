import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'no-token-in-public';
const check: Sketch = { received: 0, operation: 'checkVerificationStatus', client: null };

test('a token with the public check breaks the rule', () => {
  expect(verdictOf(RULE, { ...check, token: 'a' })).toMatchObject({ verdict: 'fail', exchanges: [1] });
});

test('any other Authorization header with the public check breaks the rule', () => {
  expect(verdictOf(RULE, { ...check, headers: [['Authorization', 'Bearer ~other-secret~']] }).verdict).toBe('fail');
});

test('a public check without an Authorization header follows the rule', () => {
  expect(verdictOf(RULE, check)).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test('the rule is not seen without public checks', () => {
  expect(verdictOf(RULE, { received: 0, token: 'a' }).verdict).toBe('not-seen');
});
