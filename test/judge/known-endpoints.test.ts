import { expect, test } from 'vitest';
import { verdictOf } from './sketch.js';

const RULE = 'known-endpoints';

test('who calls what the contract does not have breaks the rule, and hears what was meant', () => {
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

test('who leaves out the prefix, but bears a token, breaks the rule', () => {
  expect(
    verdictOf(RULE, { received: 0, operation: null, status: 404, path: '/institutions/me/users', token: 'a' }).verdict,
  ).toBe('fail');
});

test('who calls what the contract has keeps the rule', () => {
  expect(verdictOf(RULE, { received: 0, status: 500 })).toMatchObject({ verdict: 'pass', exchanges: [1] });
});

test('the icon that a browser asks for shows nothing', () => {
  expect(
    verdictOf(RULE, { received: 0, operation: null, client: null, status: 404, path: '/favicon.ico' }).verdict,
  ).toBe('not-seen');
});
