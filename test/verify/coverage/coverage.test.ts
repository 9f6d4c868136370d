import { expect, test } from 'vitest';
import type { PactFile } from '../../../src/pact/pact-file.js';
import { shippedContract } from '../../../src/start/shipped.js';
import {
  coverageOf,
  type CoveredInteraction,
  type CoverageSources,
} from '../../../src/verify/coverage/contract-coverage.js';
import type {
  ContractCoverage,
  NamedCoverage,
  OperationCoverage,
} from '../../../src/verify/report/verification-report.js';
import { coverageTable } from '../../../src/verify/report/coverage-table.js';
import { AUTHORIZED } from '../../pact/pact-documents.js';
import { usersPact, writtenPact } from '../../pact/written-pacts.js';

function coverage(
  pacts: readonly PactFile[],
  more: Partial<CoverageSources> = {},
  used: Omit<CoveredInteraction, 'interaction'> = { states: [], scenarios: [] },
): ContractCoverage {
  const interactions = pacts.flatMap((pact) => pact.interactions.map((interaction) => ({ interaction, ...used })));
  return coverageOf({ contract: shippedContract(), interactions, scenarios: [], states: [], ...more });
}

function operation(id: string, ...pacts: readonly PactFile[]): OperationCoverage {
  return coverage(pacts).operations.find(({ operation: name }) => name === id)!;
}

function exercised(things: readonly NamedCoverage[]): string[] {
  return things.filter(({ interactions }) => interactions > 0).map(({ name }) => name);
}

function call(method: string, path: string, response: object = {}, request: object = {}) {
  return {
    request: { method, path: `/api/v1${path}`, headers: AUTHORIZED, ...request },
    response: { status: 200, ...response },
  };
}

const CREDENTIALS = '/institutions/me/credentials';

/** One interaction with each failure that every consumer meets. */
const FAILURES = [400, 401, 403, 429, 500].map((status) => call('GET', CREDENTIALS, { status }));

test('the coverage lists every operation and status, even without a pact', () => {
  const { operations } = coverage([]);
  expect(operations.map((one) => one.operation)).toEqual([...shippedContract().operations.keys()]);
  expect(operation('getUsers')).toMatchObject({
    method: 'GET',
    path: '/api/v1/institutions/me/users',
    interactions: 0,
  });
  expect(operation('getUsers').statuses).toEqual(
    ['200', '400', '401', '403', '429', '500'].map((name) => ({ name, interactions: 0 })),
  );
});

test('statuses are counted over all pacts', () => {
  const { interactions, statuses } = operation('getUsers', usersPact({}), usersPact({}), usersPact({ status: 401 }));
  expect(interactions).toBe(3);
  expect(statuses.filter((status) => status.interactions > 0)).toEqual([
    { name: '200', interactions: 2 },
    { name: '401', interactions: 1 },
  ]);
});

test('a path without the prefix counts, an unknown path does not', () => {
  const { operations } = coverage([
    usersPact({}, { path: '/institutions/me/users' }),
    usersPact({}, { path: '/elsewhere' }),
  ]);
  expect(operations.map(({ interactions }) => interactions).reduce((sum, count) => sum + count)).toBe(1);
});

test('parameters of path, query and body are counted, also inside lists', () => {
  expect(exercised(operation('getUsers', usersPact({}, { query: { limit: ['5'], page: ['1'] } })).parameters)).toEqual([
    'query limit',
  ]);
  expect(operation('getUsers').parameters.map(({ name }) => name)).toContain('query search');
  expect(
    exercised(
      operation('getCredentialByPartyId', writtenPact('2.0.0', call('GET', `${CREDENTIALS}/party::1`))).parameters,
    ),
  ).toEqual(['path partyId']);
  const batch = writtenPact(
    '4.0',
    call(
      'POST',
      '/verification/generate-links-batch',
      {},
      { headers: { 'Content-Type': 'application/json' }, body: { content: { requests: [{ contractId: '00' }] } } },
    ),
  );
  expect(operation('generateVerificationLinksBatch', batch).parameters).toEqual([
    { name: 'body requests[].contractId', interactions: 1 },
  ]);
});

test('the fields of a form are parameters', () => {
  const pact = writtenPact('2.0.0', {
    request: {
      method: 'POST',
      path: '/oauth/token',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=a',
    },
    response: { status: 200 },
  });
  expect(operation('issueToken', pact).parameters).toEqual([
    { name: 'body grant_type', interactions: 1 },
    { name: 'body client_id', interactions: 1 },
    { name: 'body client_secret', interactions: 0 },
    { name: 'body scope', interactions: 0 },
  ]);
});

test('members of the successful response are counted at any depth', () => {
  const { members } = operation(
    'getHumanScoreByPartyId',
    writtenPact(
      '3.0.0',
      call('GET', '/institutions/me/human-scores/a', {
        body: {
          humanScore: { totalScore: 1, badges: [{ name: 'x' }], details: { emailConsistency: { uniqueEmails: [] } } },
        },
      }),
    ),
  );
  expect(exercised(members)).toEqual([
    'humanScore.totalScore',
    'humanScore.badges[].name',
    'humanScore.details.emailConsistency.uniqueEmails',
  ]);
  expect(members.map(({ name }) => name)).toContain('humanScore.details.allUserInfo');
});

test('a response that is a list has the members of its items', () => {
  const pact = writtenPact('3.0.0', call('GET', `${CREDENTIALS}/a`, { body: [{ freshness: 'STALE' }] }));
  expect(exercised(operation('getCredentialByPartyId', pact).members)).toEqual(['[].freshness']);
  expect(exercised(operation('getCredentialByPartyId', pact).variants)).toEqual(['[].freshness = STALE']);
});

test('members inside a value that may be null are counted, members of error responses are not', () => {
  const check = (response: object) => writtenPact('3.0.0', call('GET', '/verification/check/a', response));
  expect(
    exercised(operation('checkVerificationStatus', check({ body: { credentialData: { email: 'x' } } })).members),
  ).toEqual(['credentialData.email']);
  expect(
    exercised(operation('checkVerificationStatus', check({ status: 404, body: { message: 'x' } })).members),
  ).toEqual([]);
});

test('values of enumerations, alternatives and empty lists are counted', () => {
  expect(exercised(operation('getUsers', usersPact({ body: { items: [] } })).variants)).toEqual(['items empty']);
  const batch = writtenPact(
    '3.0.0',
    call(
      'POST',
      '/verification/generate-links-batch',
      { body: { results: [{ error: { message: 'x' } }] } },
      { body: { requests: [] } },
    ),
  );
  expect(exercised(operation('generateVerificationLinksBatch', batch).variants)).toEqual(['results[] with error']);
});

test('scenarios are counted by name and by the states that activate them, once for each interaction', () => {
  const states = [{ name: 'rate-limited', scenarios: ['rate-limit-burst'] }, { name: 'nobody' }];
  const used = { states: ['rate-limited'], scenarios: ['rate-limit-burst', 'latency'] };
  const scenarios = ['latency', 'rate-limit-burst', 'drip'];
  const found = coverage([usersPact({}), usersPact({})], { scenarios, states }, used);
  expect(found.scenarios).toEqual([
    { name: 'latency', interactions: 2 },
    { name: 'rate-limit-burst', interactions: 2 },
    { name: 'drip', interactions: 0 },
  ]);
  expect(found.states).toEqual([
    { name: 'rate-limited', interactions: 2 },
    { name: 'nobody', interactions: 0 },
  ]);
});

test('untested failures come first, unused operations last', () => {
  const { blindSpots } = coverage([usersPact({ body: { items: [{ kycStatus: 'APPROVED' }] } })]);
  expect(blindSpots).toEqual([
    'No test sees 401 from any operation: an expired token is never handled.',
    'No test sees 429: it is not known whether the consumer waits before it retries.',
    'No test sees 500: a failure of the service is never handled.',
    'No test sees 403: a caller without permission is never handled.',
    'No test sees 400: a refused request is never handled.',
    'getUsers is tested without paging: no test sends offset or limit.',
    'getUsers is never tested with an empty list.',
    expect.stringMatching(/^issueToken, getHumanScores, .* and checkVerificationStatus are in no pact\.$/),
  ]);
});

test('a failure counts as tested if one operation is tested with it', () => {
  const { blindSpots } = coverage([
    writtenPact('3.0.0', ...FAILURES, call('GET', CREDENTIALS, { body: { items: [] } }, { query: { offset: ['10'] } })),
  ]);
  expect(blindSpots).toEqual([expect.stringMatching(/^issueToken, getUsers, .* are in no pact\.$/)]);
});

test('401 for a wrong client secret and 401 for an expired token are different', () => {
  const token = (status: number) => ({
    request: { method: 'POST', path: '/oauth/token', body: 'grant_type=client_credentials' },
    response: { status },
  });
  expect(coverage([writtenPact('2.0.0', ...FAILURES, token(200))]).blindSpots).toContain(
    'No test sees 401 from issueToken: a wrong client secret is never handled.',
  );
  expect(coverage([writtenPact('2.0.0', token(401), call('GET', CREDENTIALS))]).blindSpots[0]).toContain(
    'an expired token',
  );
});

test('untested unknown resources and failed items are reported for used operations', () => {
  const pact = writtenPact(
    '3.0.0',
    ...FAILURES,
    call('GET', '/verification/check/a', { body: { status: 'strong' } }),
    call('POST', '/verification/generate-links-batch', {}, { body: { requests: [] } }),
  );
  expect(coverage([pact]).blindSpots).toEqual(
    expect.arrayContaining([
      'generateVerificationLinksBatch is never tested with a failed item in a successful response.',
      'checkVerificationStatus is never tested with 404: an unknown resource is never handled.',
    ]),
  );
});

test('values of enumerations are variants, but no blind spot', () => {
  const all = coverage([usersPact({ body: { items: [{ kycProvider: 'GITHUB' }] } })]);
  expect(exercised(all.operations.find(({ operation: id }) => id === 'getUsers')!.variants)).toEqual([
    'items[].kycProvider = GITHUB',
  ]);
  expect(all.blindSpots.join()).not.toContain('kycProvider');
});

test('without pacts, there is one sentence', () => {
  expect(coverage([]).blindSpots).toEqual(['No pact uses any operation of the contract.']);
});

test('the table has a line for each operation and fits into a terminal', () => {
  const all = coverage(
    [
      writtenPact(
        '3.0.0',
        ...FAILURES,
        call('GET', CREDENTIALS),
        call('POST', '/verification/generate-link', {}, { body: { contractId: '00' } }),
      ),
    ],
    { scenarios: ['latency'], states: [{ name: 'nobody' }] },
  );
  const table = coverageTable(all);
  const lines = table.split('\n');
  expect(lines.find((line) => line.startsWith('getCredentials '))).toMatch(
    /^getCredentials {2,}200 ✓ 400 ✓ 401 ✓ 403 ✓ 429 ✓ 500 ✓ +0\/3 +0\/18$/,
  );
  expect(lines.find((line) => line.startsWith('getUsers'))).toMatch(/^getUsers +in no pact$/);
  expect(table).toContain('operations 2/11, provider states 0/1, scenarios 0/1');
  expect(table).toContain(
    '\nBlind spots\n- generateVerificationLink is never tested with 404: an unknown resource is never handled.\n',
  );
});
