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

test('a client that repeats the request after 204 breaks the rule', () => {
  const verdict = verdictOf(RULE, post(0), post(1_005));
  expect(verdict).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2],
    explanation: 'Repeated the same credentials request 1 s after it had succeeded.',
  });
});

test('a client that sends the request once follows the rule', () => {
  expect(verdictOf(RULE, post(0))).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test('the rule is not seen without a successful request', () => {
  expect(verdictOf(RULE, post(0, { status: 400 }), post(1_000, { status: 400 })).verdict).toBe('not-seen');
});

test('the request may be repeated after a refusal', () => {
  expect(verdictOf(RULE, post(0, { status: 429 }), post(1_000)).verdict).toBe('pass');
  expect(verdictOf(RULE, post(0, { status: 503 }), post(1_000)).verdict).toBe('pass');
});

test('a client that repeats the request although it may have arrived is suspected', () => {
  for (const lost of [{ status: 500 }, { status: 502 }, { ending: 'cut' }, { ending: 'never' }] as const)
    expect(verdictOf(RULE, post(0, lost), post(1_000)).verdict).toBe('suspected');
});

test('a client that has looked may repeat a request that may have arrived', () => {
  expect(verdictOf(RULE, post(0, { status: 500 }), { received: 500 }, post(1_000)).verdict).toBe('pass');
});

test('a request with another body is another request', () => {
  expect(verdictOf(RULE, post(0), post(1_000, { body: { partyId: 'ann', providers: ['GITHUB'] } })).verdict).toBe(
    'pass',
  );
});

test("the request may be repeated a minute later, also by the sandbox's clock", () => {
  expect(verdictOf(RULE, post(0), post(60_005)).verdict).toBe('pass');
  expect(verdictOf(RULE, post(0), post(1_000, { clock: 60_000 })).verdict).toBe('pass');
});

test('a client that has read the list in between may repeat the request', () => {
  expect(verdictOf(RULE, post(0), { received: 500 }, post(1_000)).verdict).toBe('pass');
});

test('two equal requests at once are no repetition', () => {
  expect(verdictOf(RULE, post(0), post(3)).verdict).toBe('pass');
});

test('requests without a known client do not count', () => {
  expect(verdictOf(RULE, post(0, { client: null }), post(1_000, { client: null })).verdict).toBe('pass');
});

test('two links for one credential are allowed', () => {
  const link: Sketch = { received: 0, operation: 'generateVerificationLink', body: { contractId: '00' } };
  expect(verdictOf(RULE, link, { ...link, received: 1_000 }).verdict).toBe('not-seen');
});
