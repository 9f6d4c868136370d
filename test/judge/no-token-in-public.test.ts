import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'no-token-in-public';
const check: Sketch = { received: 0, operation: 'checkVerificationStatus', client: null };

test('who sends a token to the public check breaks the rule', () => {
  expect(verdictOf(RULE, { ...check, token: 'a' })).toMatchObject({ verdict: 'fail', exchanges: [1] });
});

test('who sends any other Authorization header breaks the rule', () => {
  expect(verdictOf(RULE, { ...check, headers: [['Authorization', 'Bearer [redacted]']] }).verdict).toBe('fail');
});

test('who sends none keeps the rule', () => {
  expect(verdictOf(RULE, check)).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test('without public checks there is nothing to see', () => {
  expect(verdictOf(RULE, { received: 0, token: 'a' }).verdict).toBe('not-seen');
});
