import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'repeat-no-post';

function post(received: number, more: Partial<Sketch> = {}): Sketch {
  return {
    received,
    operation: 'createCredentialsRequest',
    status: 204,
    body: { partyId: 'ben', providers: ['GITHUB'] },
    ...more,
  };
}

test('who makes the same request again after 204 breaks the rule', () => {
  const verdict = verdictOf(RULE, post(0), post(1_000));
  expect(verdict).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2],
    explanation: 'Made the same credentials request again 1 s after it had succeeded.',
  });
});

test('who makes it once keeps the rule', () => {
  expect(verdictOf(RULE, post(0))).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test('without a request that succeeded there is nothing to see', () => {
  expect(verdictOf(RULE, post(0, { status: 500 }), post(1_000, { status: 500 })).verdict).toBe('not-seen');
});

test('after a failure it may be repeated', () => {
  expect(verdictOf(RULE, post(0, { status: 500 }), post(1_000)).verdict).toBe('pass');
});

test('after an answer that broke off it may be repeated', () => {
  expect(verdictOf(RULE, post(0, { ending: 'cut' }), post(1_000)).verdict).toBe('pass');
});

test('another body is another request', () => {
  expect(verdictOf(RULE, post(0), post(1_000, { body: { partyId: 'ann', providers: ['GITHUB'] } })).verdict).toBe(
    'pass',
  );
});

test('a minute later it may be meant, by the clock too', () => {
  expect(verdictOf(RULE, post(0), post(60_000)).verdict).toBe('pass');
  expect(verdictOf(RULE, post(0), post(1_000, { clock: 60_000 })).verdict).toBe('pass');
});

test('who has looked into the list in between may ask anew', () => {
  expect(verdictOf(RULE, post(0), { received: 500 }, post(1_000)).verdict).toBe('pass');
});

test('the same request sent twice at once is no repetition', () => {
  expect(verdictOf(RULE, post(0), post(3)).verdict).toBe('pass');
});

test('nobody knows whether two requests without a client come from one', () => {
  expect(verdictOf(RULE, post(0, { client: null }), post(1_000, { client: null })).verdict).toBe('pass');
});

test('two links for one credential may be meant', () => {
  const link: Sketch = { received: 0, operation: 'generateVerificationLink', body: { contractId: '00' } };
  expect(verdictOf(RULE, link, { ...link, received: 1_000 }).verdict).toBe('not-seen');
});
