import { expect, test } from 'vitest';
import { verdictOf } from './sketch.js';

const RULE = 'known-endpoints';

test('a call outside the contract breaks the rule, and the offence contains the diagnostics', () => {
  const verdict = verdictOf(RULE, {
    received: 0,
    operation: null,
    status: 404,
    path: '/api/v1/institution/me/users',
    diagnostics: ['Did you mean /api/v1/institutions/me/users?'],
  });
  expect(verdict).toMatchObject({ verdict: 'fail', exchanges: [1] });
  expect(verdict.explanation).toBe(
    'The contract has no GET /api/v1/institution/me/users. Did you mean /api/v1/institutions/me/users?',
  );
});

test('a call without the prefix but with a token breaks the rule', () => {
  expect(
    verdictOf(RULE, { received: 0, operation: null, status: 404, path: '/institutions/me/users', token: 'a' }).verdict,
  ).toBe('fail');
});

test('a call of an endpoint of the contract follows the rule', () => {
  expect(verdictOf(RULE, { received: 0, status: 500 })).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test("a browser's request for an icon does not count", () => {
  expect(
    verdictOf(RULE, { received: 0, operation: null, client: null, status: 404, path: '/favicon.ico' }).verdict,
  ).toBe('not-seen');
});
