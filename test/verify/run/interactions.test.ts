/** What becomes of interactions, each with the real verifier. One verification serves many: it starts a process. */

import type { VerificationReport } from 'id-emulator/pact';
import { beforeAll, describe, expect, test } from 'vitest';
import { AUTHORIZED, pactV2, pactV3, pactV4, usersInteraction, type Interaction } from '../../pact/pact-documents.js';
import { cast } from '../../cast.js';
import { interactionIn, outcomes, verified } from './verified.js';

const USERS = '/api/v1/institutions/me/users';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

function get(path: string, more: object = {}): Interaction['request'] {
  return { method: 'GET', path, headers: AUTHORIZED, ...more };
}

function given(name: string, params: object = {}): Interaction {
  return { providerStates: [{ name, params }] };
}

/** As long as the IDs of a real population. */
const manyIds = Array.from({ length: 20 }, (_, at) => `party::${'0'.repeat(32)}::1220${String(at).padStart(64, '0')}`);

const V2 = pactV2([
  usersInteraction(200, {
    description: 'twenty party IDs in the query',
    request: get('/api/v1/institutions/me/human-scores', {
      query: `partyIds=${manyIds.map(encodeURIComponent).join('&partyIds=')}`,
    }),
    response: { status: 200, headers: JSON_TYPE, body: { items: [], pagination: { total: 0 } } },
  }),
  usersInteraction(200, {
    description: 'a party that resets the connection',
    request: get(`/api/v1/institutions/me/human-scores/${cast('Nadia').partyId}`),
  }),
  usersInteraction(200, {
    description: 'a party for which the service fails',
    request: get(`/api/v1/institutions/me/human-scores/${cast('Serge').partyId}`),
  }),
  usersInteraction(200, { description: 'a placeholder for a token' }),
  usersInteraction(401, {
    description: 'a token in a state about tokens',
    providerState: 'the access token has expired',
  }),
  usersInteraction(200, { description: 'no token', request: { method: 'GET', path: USERS } }),
  {
    description: 'a link token with the name of something else',
    request: { method: 'GET', path: '/api/v1/verification/check/constructor' },
    response: { status: 404 },
  },
  usersInteraction(401, { description: 'no token, as expected', request: { method: 'GET', path: USERS } }),
  usersInteraction(429, { description: 'throttled', providerState: 'the institution is rate limited' }),
  usersInteraction(429, { description: 'throttled, but the state is forgotten' }),
  usersInteraction(429, {
    description: 'throttled, but the state is misspelt',
    providerState: 'the instituton is rate limted',
  }),
  usersInteraction(200, {
    description: 'a path without the prefix',
    request: get('/institutions/me/users', { query: 'limit=1' }),
    response: { status: 200, headers: JSON_TYPE, body: { pagination: { limit: 1 } } },
  }),
  usersInteraction(200, {
    description: 'another page size than asked for',
    request: get(USERS, { query: 'limit=1' }),
    response: { status: 200, headers: JSON_TYPE, body: { pagination: { limit: 2 } } },
  }),
  {
    description: 'a token request',
    request: {
      method: 'POST',
      path: '/oauth/token',
      headers: FORM,
      body: 'grant_type=client_credentials&client_id=mine&client_secret=x',
    },
    response: { status: 200 },
  },
  {
    description: 'a token request with HTTP Basic',
    request: {
      method: 'POST',
      path: '/oauth/token',
      headers: { ...FORM, Authorization: 'Basic YTpi' },
      body: 'grant_type=client_credentials',
    },
    response: { status: 200 },
  },
  {
    description: 'a token request without a secret',
    request: {
      method: 'POST',
      path: '/oauth/token',
      headers: FORM,
      body: 'grant_type=client_credentials&client_id=mine',
    },
    response: { status: 401 },
  },
]);

const V3 = pactV3([
  {
    description: 'a party that the pact invents',
    ...given('party party::123 has disclosed GOOGLE and GITHUB'),
    request: get('/api/v1/institutions/me/credentials/party::123'),
    response: {
      status: 200,
      headers: JSON_TYPE,
      body: [{ provider: 'GOOGLE' }, { provider: 'GITHUB' }],
      matchingRules: {
        body: {
          $: { matchers: [{ match: 'type', min: 2, max: 2 }] },
          '$[*].provider': { matchers: [{ match: 'type' }] },
        },
      },
    },
  },
  {
    description: 'the same party elsewhere',
    request: get('/api/v1/institutions/me/human-scores/party::123'),
    response: { status: 404 },
  },
  {
    description: 'a scenario by its name',
    ...given('scenario: service-unavailable'),
    request: get(USERS),
    response: { status: 503 },
  },
  {
    description: 'a link that only exists at run time',
    ...given('a link token for 00ada exists'),
    request: {
      method: 'GET',
      path: '/api/v1/verification/check/T',
      generators: { path: { type: 'ProviderState', expression: '/api/v1/verification/check/${token}' } },
    },
    response: { status: 200, headers: JSON_TYPE, body: { contractId: '00ada' } },
  },
  {
    description: 'a state that throws',
    ...given('scenario: no-such-scenario'),
    request: get(USERS),
    response: { status: 200 },
  },
]);

const V4 = pactV4([
  usersInteraction(200, {
    description: 'version 4',
    response: {
      status: 200,
      body: { contentType: 'application/json', encoded: false, content: { pagination: { offset: 0 } } },
    },
  }),
  usersInteraction(429, { description: 'pending', pending: true }),
  {
    type: 'Asynchronous/Messages',
    description: 'an event',
    contents: { content: 'x', contentType: 'text/plain', encoded: false },
  },
]);

let report: VerificationReport;
beforeAll(async () => {
  report = await verified({ 'v2.json': V2, 'v3.json': V3, 'v4.json': V4 });
}, 60_000);

test.each([
  ['a placeholder for a token', 'passed'],
  ['a token in a state about tokens', 'passed'],
  ['no token', 'failed'],
  ['no token, as expected', 'passed'],
  ['a link token with the name of something else', 'passed'],
  ['throttled', 'passed'],
  ['throttled, but the state is forgotten', 'failed'],
  ['throttled, but the state is misspelt', 'failed'],
  ['a path without the prefix', 'passed'],
  ['another page size than asked for', 'failed'],
  ['a token request', 'passed'],
  ['a token request with HTTP Basic', 'passed'],
  ['a token request without a secret', 'passed'],
  ['a party that the pact invents', 'passed'],
  ['the same party elsewhere', 'passed'],
  ['a scenario by its name', 'passed'],
  ['a link that only exists at run time', 'passed'],
  ['a state that throws', 'failed'],
  ['version 4', 'passed'],
  ['pending', 'pending'],
])('%s: %s', (description, outcome) => {
  expect(outcomes(report)[description]).toBe(outcome);
});

test('the verdict counts failed interactions, but not pending ones', () => {
  expect(report).toMatchObject({ verdict: 'failed', counts: { passed: 15, failed: 7, pending: 1 } });
});

test('a message interaction is skipped with a notice', () => {
  expect(report.notices).toEqual([
    expect.stringContaining('a message interaction is left out, because the service sends no messages: "an event"'),
  ]);
});

describe('a failed interaction', () => {
  test('has the place of the mismatch', () => {
    const { failures, answer, operation } = interactionIn(report, 'another page size than asked for');
    expect({ failures, status: answer?.status, operation }).toEqual({
      failures: [
        {
          kind: 'answer',
          message: 'Expected 1 (Integer) to be equal to 2 (Integer)',
          where: 'body $.pagination.limit',
          expected: '2',
          actual: '1',
        },
      ],
      status: 200,
      operation: 'getUsers',
    });
  });

  test('has the missing provider state as a remedy', () => {
    expect(interactionIn(report, 'throttled, but the state is forgotten').remedies[0]).toBe(
      'it passes with the provider state "the institution is rate limited"',
    );
  });

  test('with an unknown state has the nearest state, and the state with which it passes', () => {
    const { failures, remedies, answer } = interactionIn(report, 'throttled, but the state is misspelt');
    expect(failures).toEqual([
      {
        kind: 'state',
        message: expect.stringMatching(
          /^there is no provider state "the instituton is rate limted"; did you mean "the institution is rate limited"/,
        ) as string,
      },
    ]);
    expect(remedies).toContain(
      'it passes with the provider state "the institution is rate limited" in place of "the instituton is rate limted"',
    );
    expect(answer).toBeUndefined();
  });

  test('with a state that cannot be set up has the reason', () => {
    expect(interactionIn(report, 'a state that throws').failures).toEqual([
      { kind: 'state', message: expect.stringContaining('no-such-scenario') as string },
    ]);
  });

  test('also contradicts the contract if the service never sends the response', () => {
    expect(interactionIn(report, 'no token').failures.map(({ kind }) => kind)).toEqual(['contract', 'answer']);
  });
});

test('a connection that a scenario of a party ends is explained', () => {
  const { failures, answer } = interactionIn(report, 'a party that resets the connection');
  expect(failures).toEqual([
    { kind: 'answer', message: expect.stringMatching(/ended the connection .*scenario/) as string },
  ]);
  expect(answer).toBeUndefined();
});

test('the scenario of a party that answered is named', () => {
  const { answer } = interactionIn(report, 'a party for which the service fails');
  expect(answer!.diagnostics).toEqual([expect.stringMatching(/^the scenario "flaky" answered: /)]);
});

test('changes to the request are reported', () => {
  expect(interactionIn(report, 'a path without the prefix').adaptations).toEqual([
    'the prefix /api/v1 was added to the path',
    'the access token was replaced by a valid access token',
  ]);
  expect(interactionIn(report, 'no token, as expected').adaptations).toEqual([]);
});

test('the guesses are listed with the number of interactions that rest on them', () => {
  const point = report.guesses.find(({ id }) => id === 'getUsers.200:number');
  expect(point).toMatchObject({ basis: 'inferred' });
  const resting = report.pacts
    .flatMap(({ interactions }) => interactions)
    .filter(({ restsOn }) => restsOn.includes('getUsers.200:number'));
  expect(point!.interactions).toBe(resting.length);
  expect(resting.length).toBeGreaterThan(2);
});

test('the report contains what the verification proves and does not prove', () => {
  expect(report.proves).toBe(
    'In 15 interactions, consumer and emulator agree, and nothing in them contradicts the contract (version 1.0.0).',
  );
  expect(report.doesNotProve).toMatch(
    /^Whether the real service behaves the same\. .* rest on \d+ guesses: points where the specification is silent\.$/,
  );
});
