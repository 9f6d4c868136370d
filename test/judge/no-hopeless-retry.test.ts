import { expect, test } from 'vitest';
import { verdictOf, type Sketch } from './sketch.js';

const RULE = 'no-hopeless-retry';

function attempts(count: number, more: Partial<Sketch> = {}): Sketch[] {
  return Array.from({ length: count }, (_, at) => ({
    received: at * 1_000,
    operation: 'resolveCredentials',
    status: 400,
    ...more,
  }));
}

test('who sends a refused request three times breaks the rule', () => {
  expect(verdictOf(RULE, ...attempts(3))).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2, 3],
    explanation: 'Sent the same request 3 times, although it had been refused with 400.',
  });
});

test('who leaves it at one keeps the rule', () => {
  expect(verdictOf(RULE, ...attempts(1))).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test('without refusals there is nothing to see', () => {
  expect(verdictOf(RULE, ...attempts(3, { status: 200 })).verdict).toBe('not-seen');
});

test('a second attempt may be a person', () => {
  expect(verdictOf(RULE, ...attempts(2)).verdict).toBe('not-seen');
});

test('a changed request is another one', () => {
  expect(verdictOf(RULE, ...attempts(3).map((sketch, at) => ({ ...sketch, query: `q=${at}` }))).verdict).toBe('pass');
});

test('another media type makes another request', () => {
  const body = { received: 0, operation: 'createCredentialsRequest', status: 415, body: '{}' } as const;
  const types = ['text/plain', 'text/json', 'application/x-json'];
  expect(
    verdictOf(
      RULE,
      ...types.map((type, at): Sketch => ({ ...body, received: at * 1_000, headers: [['content-type', type]] })),
    ).verdict,
  ).toBe('pass');
});

test('attempts over more than a minute are no matter of this rule', () => {
  expect(verdictOf(RULE, ...attempts(4).map((sketch, at) => ({ ...sketch, received: at * 30_000 }))).verdict).toBe(
    'not-seen',
  );
});

test('a party that is not there may come', () => {
  expect(verdictOf(RULE, ...attempts(5, { operation: 'getHumanScoreByPartyId', status: 404 })).verdict).toBe(
    'not-seen',
  );
});

test('an endpoint that is not there will not come', () => {
  expect(verdictOf(RULE, ...attempts(3, { operation: null, status: 404 })).verdict).toBe('fail');
});

test('token requests may differ in what the journal does not keep', () => {
  expect(verdictOf(RULE, ...attempts(5, { operation: 'issueToken' })).verdict).toBe('not-seen');
});

test('the same wrong request sent in parallel is no retry', () => {
  expect(verdictOf(RULE, ...attempts(5).map((sketch, at) => ({ ...sketch, received: at }))).verdict).toBe('pass');
});
