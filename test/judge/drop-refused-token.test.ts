import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'drop-refused-token';
const refused: Sketch = { received: 0, token: 'a', status: 401 };

test('who repeats the request with the refused token breaks the rule', () => {
  const verdict = verdictOf(RULE, refused, { ...refused, received: 6 });
  expect(verdict).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2],
    explanation: 'Used the access token once more after it had been answered with 401.',
  });
});

test('who goes on to other calls with the refused token breaks the rule', () => {
  const others = [100, 200].map((received): Sketch => ({
    received,
    token: 'a',
    status: 401,
    operation: 'getCredentials',
  }));
  expect(verdictOf(RULE, refused, ...others)).toMatchObject({ verdict: 'fail', exchanges: [1, 2, 3] });
});

test('who asks for a new token and uses that one keeps the rule', () => {
  expect(
    verdictOf(
      RULE,
      refused,
      { received: 10, operation: 'issueToken', issued: { id: 'b', life: 1_000 } },
      { received: 20, token: 'b' },
    ),
  ).toMatchObject({
    verdict: 'pass',
    exchanges: [1],
  });
});

test('a refused token without anything after it shows nothing', () => {
  expect(verdictOf(RULE, refused).verdict).toBe('not-seen');
});

test('without refusals there is nothing to see', () => {
  expect(verdictOf(RULE, { received: 0, token: 'a' }, { received: 10, token: 'a' }).verdict).toBe('not-seen');
});

test('requests that were under way already do not count', () => {
  const parallel = [1, 2, 30].map((received): Sketch => ({ ...refused, received, query: `offset=${received}` }));
  expect(verdictOf(RULE, refused, ...parallel).verdict).toBe('not-seen');
});

test('403 says nothing of the token', () => {
  expect(verdictOf(RULE, { ...refused, status: 403 }, { received: 1_000, token: 'a' }).verdict).toBe('not-seen');
});

test('a refusal that never arrived cannot be heeded', () => {
  expect(
    verdictOf(RULE, { ...refused, ending: 'close' }, { ...refused, ending: 'close', received: 1_000 }).verdict,
  ).toBe('not-seen');
});
