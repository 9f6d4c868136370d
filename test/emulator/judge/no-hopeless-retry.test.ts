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

test('a client that sends an invalid request three times breaks the rule', () => {
  expect(verdictOf(RULE, ...attempts(3))).toMatchObject({
    verdict: 'fail',
    exchanges: [1, 2, 3],
    explanation: 'Sent the same request 3 times although it was refused with 400.',
  });
});

test('a client that sends it once follows the rule', () => {
  expect(verdictOf(RULE, ...attempts(1))).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test('the rule is not seen without refusals', () => {
  expect(verdictOf(RULE, ...attempts(3, { status: 200 })).verdict).toBe('not-seen');
});

test('a second attempt is allowed', () => {
  expect(verdictOf(RULE, ...attempts(2)).verdict).toBe('not-seen');
});

test('a changed request is another request', () => {
  expect(verdictOf(RULE, ...attempts(3).map((sketch, at) => ({ ...sketch, query: `q=${at}` }))).verdict).toBe('pass');
});

test('a request with another media type is another request', () => {
  const body = { received: 0, operation: 'createCredentialsRequest', status: 415, body: '{}' } as const;
  const types = ['text/plain', 'text/json', 'application/x-json'];
  expect(
    verdictOf(
      RULE,
      ...types.map((type, at): Sketch => ({ ...body, received: at * 1_000, headers: [['content-type', type]] })),
    ).verdict,
  ).toBe('pass');
});

test('attempts over more than a minute do not count', () => {
  expect(verdictOf(RULE, ...attempts(4).map((sketch, at) => ({ ...sketch, received: at * 31_000 }))).verdict).toBe(
    'not-seen',
  );
});

test('a missing party may be created', () => {
  expect(verdictOf(RULE, ...attempts(5, { operation: 'getHumanScoreByPartyId', status: 404 })).verdict).toBe(
    'not-seen',
  );
});

test('a missing endpoint will not be created', () => {
  expect(verdictOf(RULE, ...attempts(3, { operation: null, status: 404 })).verdict).toBe('fail');
});

test('token requests do not count, because the journal keeps no secrets', () => {
  expect(verdictOf(RULE, ...attempts(5, { operation: 'issueToken' })).verdict).toBe('not-seen');
});

test('equal invalid requests in parallel are no retry', () => {
  expect(verdictOf(RULE, ...attempts(5).map((sketch, at) => ({ ...sketch, received: at }))).verdict).toBe('pass');
});

/** Checks of an unknown link with these pauses between them. */
function checks(...pauses: readonly number[]): Sketch[] {
  let received = 0;
  return [0, ...pauses].map((pause): Sketch => ({
    received: (received += pause + 5),
    operation: 'checkVerificationStatus',
    client: null,
    status: 404,
  }));
}

test('a client that repeats the check of an unknown link, as if the service were down, breaks the rule', () => {
  expect(verdictOf(RULE, ...checks(100, 200, 400)).verdict).toBe('fail');
});

test('tests that check the same unknown link break no rule', () => {
  for (const pauses of [
    [3, 4, 2, 5],
    [400, 100, 300],
    [100, 200],
  ])
    expect(verdictOf(RULE, ...checks(...pauses)).verdict).not.toBe('fail');
});

test('three attempts within a minute break the rule, though an earlier one lies before that minute', () => {
  const times = [0, 50_000, 80_000, 100_000];
  const verdict = verdictOf(RULE, ...attempts(4).map((sketch, at) => ({ ...sketch, received: times[at]! })));
  expect(verdict).toMatchObject({ verdict: 'fail', exchanges: [2, 3, 4] });
});

test('requests whose bodies were not read are not known to be equal', () => {
  const unread = { operation: 'createCredentialsRequest', status: 415, headers: [['content-length', '9']] } as const;
  expect(verdictOf(RULE, ...attempts(5, unread)).verdict).toBe('not-seen');
});
