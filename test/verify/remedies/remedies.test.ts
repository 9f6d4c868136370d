/** Which remedies a failed interaction gets, each with the real verifier. One verification serves all. */

import type { VerificationReport } from 'id-emulator/pact';
import { beforeAll, expect, test } from 'vitest';
import { AUTHORIZED, pactV2, pactV3, pactV4, usersInteraction, type Interaction } from '../../pact/pact-documents.js';
import { interactionIn, outcomes, verified } from '../run/verified.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const PARTY = '/api/v1/institutions/me/credentials/party::1';

function tokenRequest(description: string, body: string): Interaction {
  return {
    description,
    request: { method: 'POST', path: '/oauth/token', headers: FORM, body },
    response: { status: 200 },
  };
}

function credentials(
  description: string,
  item: object,
  providerState = 'party party::1 has disclosed GOOGLE',
): Interaction {
  return {
    description,
    providerState,
    request: { method: 'GET', path: PARTY, headers: AUTHORIZED },
    response: { status: 200, body: [item] },
  };
}

function check(description: string, response: object): Interaction {
  return { description, request: { method: 'GET', path: '/api/v1/verification/check/abc' }, response };
}

/** As pact-js writes `matchStatus(422, 'clientError')`. */
const MATCHED_STATUS: Interaction = {
  description: 'a body without a contract ID',
  request: {
    method: 'POST',
    path: '/api/v1/verification/generate-link',
    headers: { ...AUTHORIZED, ...JSON_TYPE },
    body: { content: {}, contentType: 'application/json', encoded: false },
  },
  response: {
    status: 422,
    body: { content: { error: 'invalid_request' }, contentType: 'application/json', encoded: false },
    matchingRules: {
      body: { '$.error': { combine: 'AND', matchers: [{ match: 'type' }] } },
      status: { $: { combine: 'AND', matchers: [{ match: 'statusCode', status: 'clientError' }] } },
    },
  },
};

const FILES = {
  'a.json': pactV2([
    tokenRequest('a wrong grant type', 'grant_type=password&client_id=a&client_secret=b'),
    tokenRequest('no client secret', 'grant_type=client_credentials&client_id=a'),
    credentials('a literal value', { metadata: { email: 'me@example.com' } }),
    credentials('a misspelt state', { partyId: 'party::1' }, 'party party::1 disclosed GOOGLE'),
    usersInteraction(200, { description: 'a state that means a new sandbox', providerState: 'the moon is full' }),
    usersInteraction(200, { description: 'an empty list', response: { status: 200, body: { items: [] } } }),
    {
      description: 'another status of success',
      providerState: 'credential 00aa of party party::1 exists',
      request: {
        method: 'POST',
        path: '/api/v1/verification/generate-link',
        headers: { ...AUTHORIZED, ...JSON_TYPE },
        body: { contractId: '00aa' },
      },
      response: { status: 201 },
    },
    check('another body of errors', { status: 404, body: { status: 404, title: 'Not Found' } }),
    check('a status that no variant has', { status: 418 }),
    usersInteraction(200, {
      description: 'a state that contradicts the expectation',
      providerState: 'the institution is rate limited',
    }),
    usersInteraction(200, {
      description: 'more rows than the limit',
      providerState: 'exactly 50 users exist',
      request: { method: 'GET', path: '/api/v1/institutions/me/users', query: 'limit=10', headers: AUTHORIZED },
      response: {
        status: 200,
        body: { items: [{ id: 1 }] },
        matchingRules: { '$.body.items': { min: 50, match: 'type' }, '$.body.items[*].id': { match: 'type' } },
      },
    }),
    usersInteraction(200, {
      description: 'no rows, although there are users',
      providerState: 'users exist',
      response: { status: 200, body: { items: [] } },
    }),
    usersInteraction(403, {
      description: 'no token, and 403',
      request: { method: 'GET', path: '/api/v1/institutions/me/users' },
    }),
  ]),
  'b.json': pactV4([MATCHED_STATUS]),
  'c.json': pactV3([
    {
      description: 'a batch whose state makes it fail',
      providerStates: ['credential 00aa exists', 'the batch partially fails'].map((name) => ({ name })),
      request: {
        method: 'POST',
        path: '/api/v1/verification/generate-links-batch',
        headers: { ...AUTHORIZED, ...JSON_TYPE },
        body: { requests: [{ contractId: '00aa' }] },
      },
      response: {
        status: 200,
        body: { results: [{ contractId: '00aa', result: { token: 't' } }] },
        matchingRules: { body: { '$.results[0].result.token': { combine: 'AND', matchers: [{ match: 'type' }] } } },
      },
    },
  ]),
};

let report: VerificationReport;

beforeAll(async () => {
  report = await verified(FILES);
}, 60_000);

function remediesOf(description: string): readonly string[] {
  return interactionIn(report, description).remedies;
}

test("matchStatus(422, 'clientError') of pact-js accepts every status of its class", () => {
  expect(outcomes(report)['a body without a contract ID']).toBe('passed');
  expect(interactionIn(report, 'a body without a contract ID').answer?.status).toBe(400);
});

test('a response that the base contract never has, but a variant, is not called impossible', () => {
  const { outcome, failures, remedies } = interactionIn(report, 'another status of success');
  expect(outcome).toBe('failed');
  expect(remedies).toEqual(['as our base contract assumes, no; with `--variant link-status=201`, yes']);
  expect(failures.find(({ kind }) => kind === 'contract')?.message).toBe(
    'The service never responds to generateVerificationLink with 201, as our base contract assumes; not so with link-status=201.',
  );
});

test('a response that no variant has is called impossible', () => {
  const { failures, remedies } = interactionIn(report, 'a status that no variant has');
  expect(remedies).toEqual([]);
  expect(failures.find(({ kind }) => kind === 'contract')?.message).toBe(
    'The service never responds to checkVerificationStatus with 418.',
  );
});

test.each([
  ['another body of errors', 'as our base contract assumes, no; with `--variant error-body=problem`, yes'],
  ['no token, and 403', 'as our base contract assumes, no; with `--variant unauthenticated=403`, yes'],
])('variants are tried as remedies: %s', (description, remedy) => {
  expect(remediesOf(description)).toEqual([remedy]);
});

test.each([['a wrong grant type', 'grant_type must be client_credentials, but is "password"']])(
  'a refused request is to be corrected, and no scenario is its remedy: %s',
  (description, reason) => {
    expect(remediesOf(description)).toEqual([
      'correct the request body at /grant_type: use "client_credentials", not "password"',
      `correct the request: the service refuses it with 400 (${reason}), whatever the provider state`,
    ]);
  },
);

test('a token request without a secret gets the advice to send one', () => {
  expect(remediesOf('no client secret')).toEqual([
    'send client_id and client_secret in the form, or HTTP Basic (RFC 6749 section 2.3.1)',
  ]);
});

test('a literal value that the service does not send gets the advice to use a matcher', () => {
  expect(remediesOf('a literal value')).toEqual([
    'it passes with a matcher (like, regex) in place of the literal value "me@example.com" (at $[0].metadata.email): without one, the service would have to send exactly this value',
  ]);
});

test('a misspelt state is to be corrected, not deleted', () => {
  expect(remediesOf('a misspelt state')).toEqual([
    'it passes with the provider state "a party has disclosed GOOGLE" (partyId: "party::1") in place of "party party::1 disclosed GOOGLE"',
  ]);
});

test('a state that resembles no other can be left out', () => {
  expect(remediesOf('a state that means a new sandbox')).toEqual([
    'it passes without the provider state "the moon is full"',
  ]);
});

test('a literal empty list needs a state, not a matcher', () => {
  expect(remediesOf('an empty list')[0]).toBe('it passes with the provider state "no users exist"');
});

test('where state and expectation contradict each other, both readings are shown', () => {
  expect(remediesOf('a state that contradicts the expectation')).toEqual([
    'the provider state "the institution is rate limited" and the expected response contradict each other: drop the state, and the interaction passes; or keep it, and expect what the service responds then: 429 {"error":"rate_limited","message":"Rate limit exceeded."}',
  ]);
});

test.each(['more rows than the limit', 'no rows, although there are users'])(
  'no scenario is the remedy where a success is expected: %s',
  (description) => {
    expect(remediesOf(description).filter((remedy) => remedy.includes('scenario'))).toEqual([]);
  },
);

test('no remedy switches the state of a batch off', () => {
  expect(remediesOf('a batch whose state makes it fail')).toEqual([
    expect.stringMatching(
      /^the provider state "the batch partially fails" and the expected response contradict each other: drop the state, .* expect what the service responds then: 200 .*"error"/,
    ),
  ]);
});
