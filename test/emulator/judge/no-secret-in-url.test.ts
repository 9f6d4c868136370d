import { expect, test } from 'vitest';
import { verdictOf } from './sketch.js';

const RULE = 'no-secret-in-url';

test.each(['client_secret=~other-secret~', 'offset=0&access_token=~other-secret~', 'access%5Ftoken=x'])(
  'a secret in the query breaks the rule: %s',
  (query) => {
    expect(verdictOf(RULE, { received: 0, query })).toMatchObject({ verdict: 'fail', exchanges: [1] });
  },
);

test('a secret in the path breaks the rule', () => {
  expect(
    verdictOf(RULE, { received: 0, operation: null, path: '/oauth/token;client_secret=~other-secret~' }).verdict,
  ).toBe('fail');
});

test('an access token in the path breaks the rule', () => {
  expect(
    verdictOf(RULE, {
      received: 0,
      operation: null,
      path: '/api/v1/eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhIn0.~other-secret~',
    }).explanation,
  ).toBe('Put an access token into the URL.');
});

test('secrets in the form and the header follow the rule', () => {
  expect(verdictOf(RULE, { received: 0, operation: 'issueToken' }, { received: 10, token: 'a' })).toMatchObject({
    verdict: 'pass',
    exchanges: [1, 2],
  });
});

test('the rule is not seen without secrets', () => {
  expect(verdictOf(RULE, { received: 0, operation: 'checkVerificationStatus', client: null }).verdict).toBe('not-seen');
});

test('the name of a secret as a search text is no secret', () => {
  expect(
    verdictOf(RULE, { received: 0, operation: 'resolveCredentials', token: 'a', query: 'q=client_secret' }).verdict,
  ).toBe('pass');
});
