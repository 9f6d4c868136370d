/** Which points one answer rests on: neither more nor less. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeFacts } from '../../../src/contract/fidelity/exchange-facts.js';
import { pointsBehind } from '../../../src/contract/fidelity/points-behind.js';
import { OPERATION_IDS } from '../../../src/contract/operation.js';
import { shippedContract } from '../../../src/shipped.js';

const EMPTY_PAGE = { items: [], pagination: { offset: 0, limit: 10, total: 0 } };

interface Sketch {
  readonly operationId?: string;
  readonly query?: ExchangeFacts['request']['query'];
  readonly sent?: unknown;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The IDs of the points behind an answer; by default that of getUsers, an empty page. */
function behind({
  operationId = 'getUsers',
  query = '',
  sent,
  requestHeaders = {},
  status = 200,
  headers = {},
  body = EMPTY_PAGE,
}: Sketch): string[] {
  return pointsBehind(shippedContract(), {
    operationId,
    request: { query, headers: requestHeaders, body: sent },
    response: { status, headers, body },
  }).map(({ id }) => id);
}

test('a parameter counts where it was sent', () => {
  expect(behind({ query: 'search=ann' })).toContain('getUsers.search');
  expect(behind({ query: { search: 'ann' } })).toContain('getUsers.search');
  expect(behind({})).not.toContain('getUsers.search');
});

test('a default counts where its parameter was not sent', () => {
  expect(behind({})).toContain('UsersLimit:default');
  expect(behind({ query: 'limit=5' })).not.toContain('UsersLimit:default');
});

test('a limit counts where it is why the request was refused', () => {
  expect(behind({ query: 'limit=0', status: 400, body: {} })).toContain('UsersLimit:minimum');
  expect(behind({ query: 'limit=101', status: 400, body: {} })).toContain('UsersLimit:maximum');
  expect(behind({ query: 'limit=101', status: 400, body: {} })).not.toContain('UsersLimit:minimum');
  expect(behind({ query: 'limit=100' })).not.toContain('UsersLimit:maximum');
});

test('members count where they are in the answer', () => {
  const body = { ...EMPTY_PAGE, items: [{ id: 1 }, { id: 2, email: 'ann@example.com' }] };
  expect(behind({ body })).toEqual(expect.arrayContaining(['InstitutionUser.id', 'InstitutionUser.email']));
  expect(behind({ body })).not.toContain('InstitutionUser.fullName');
});

test('a member counts with the schema that it refers to', () => {
  const body = { ...EMPTY_PAGE, items: [{ regDate: '2026-01-09T08:30:00.000Z' }] };
  expect(behind({ body })).toEqual(expect.arrayContaining(['InstitutionUser.regDate', 'Timestamp']));
});

test('headers count where they are in the answer, whatever the case of their names', () => {
  const throttled = { status: 429, body: { error: 'rate_limited', message: 'Rate limit exceeded.' } };
  expect(behind({ ...throttled, headers: { 'retry-after': '1' } })).toContain('RetryAfter');
  expect(behind(throttled)).not.toContain('RetryAfter');
});

test('what was sent does not count where the answer does not depend on it', () => {
  expect(behind({ query: 'search=ann&limit=0', status: 401, body: {} })).toEqual([
    'getUsers',
    'bearerToken',
    'Unauthorized',
    'Unauthorized:when',
  ]);
});

test('HTTP Basic counts where the client uses it', () => {
  const token = { operationId: 'issueToken', sent: { grant_type: 'client_credentials' }, body: {} };
  expect(behind({ ...token, requestHeaders: { authorization: 'Basic ZGVtbw==' } })).toContain('clientBasic');
  expect(behind(token)).not.toContain('clientBasic');
});

test('a rule over parameters counts where it is why the request was refused', () => {
  const resolve = { operationId: 'resolveCredentials', status: 400, body: {} };
  expect(behind(resolve)).toContain('resolveCredentials.exactly-one-of:neither');
  expect(behind({ ...resolve, query: 'q=a&partyId=b' })).toContain('resolveCredentials.exactly-one-of:both');
  expect(
    behind({ operationId: 'resolveCredentials', query: 'q=a', body: { credentials: [] } }).filter((id) =>
      id.includes('exactly'),
    ),
  ).toEqual([]);
});

test('a point that says when counts on that occasion alone', () => {
  const batch = { operationId: 'generateVerificationLinksBatch', body: { results: [{ contractId: '00a' }] } };
  expect(behind({ ...batch, sent: { requests: [{ contractId: '00a' }, { contractId: '00a' }] } })).toContain(
    'generateVerificationLinksBatch:repeated-contract',
  );
  expect(behind({ ...batch, sent: { requests: [{ contractId: '00a' }, { contractId: '00b' }] } })).not.toContain(
    'generateVerificationLinksBatch:repeated-contract',
  );
  expect(behind({ operationId: 'getCredentialByPartyId', body: [] })).toContain('getCredentialByPartyId:unknown-party');
  expect(behind({ operationId: 'getCredentialByPartyId', body: [{ partyId: 'party::1' }] })).not.toContain(
    'getCredentialByPartyId:unknown-party',
  );
  expect(behind({ operationId: 'getHumanScoreByPartyId', status: 404, body: {} })).toContain(
    'getHumanScoreByPartyId:unknown-party',
  );
  expect(behind({ operationId: 'getHumanScoreByPartyId', body: {} })).not.toContain(
    'getHumanScoreByPartyId:unknown-party',
  );
});

test('an unknown query parameter, one that is given twice, and a body of another type are told', () => {
  expect(behind({ query: 'sort=asc' })).toContain('service:unknown-parameter');
  expect(behind({ query: 'search=a&search=b', status: 400, body: {} })).toContain('service:repeated-parameter');
  expect(behind({ operationId: 'getCredentials', query: 'partyIds=a&partyIds=b' })).not.toContain(
    'service:repeated-parameter',
  );
  expect(
    behind({ operationId: 'issueToken', status: 400, requestHeaders: { 'content-type': 'application/json' } }),
  ).toContain('issueToken:media-type');
  expect(
    behind({
      operationId: 'issueToken',
      status: 400,
      requestHeaders: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
    }),
  ).not.toContain('issueToken:media-type');
});

test('that IDs look like ours counts where the answer has one, that odd ones are refused where one was', () => {
  const body = { operationId: 'generateVerificationLink', sent: { contractId: '' } };
  expect(behind({ ...body, status: 400, body: {} })).toContain('ContractId:refusal');
  expect(behind({ ...body, status: 400, body: {} })).not.toContain('ContractId:shape');
  expect(behind({ operationId: 'getCredentialByPartyId', body: [{ contractId: '00a' }] })).toContain(
    'ContractId:shape',
  );
  expect(behind({ operationId: 'getCredentialByPartyId', body: [{ contractId: '00a' }] })).not.toContain(
    'ContractId:refusal',
  );
});

test('what an item of a list breaks, the list may speak of', () => {
  const request = { operationId: 'createCredentialsRequest', status: 400, body: {} };
  expect(behind({ ...request, sent: { partyId: 'party::1', providers: ['MYSPACE'] } })).toEqual(
    expect.arrayContaining(['CredentialsRequest.providers:refusal', 'Provider:values']),
  );
  expect(behind({ ...request, sent: { providers: ['GITHUB'] } })).not.toContain('CredentialsRequest.providers:refusal');
});

test('a path that the contract does not have rests on how such paths are answered', () => {
  expect(behind({ operationId: 'getNothing', status: 404, body: {} })).toEqual(['service:unknown-path']);
});

test('a status, a header or a body that the contract does not have rests on nothing of it', () => {
  expect(behind({ status: 502, body: 'Bad gateway' })).toEqual(['getUsers', 'bearerToken']);
  expect(behind({ status: 401, headers: { 'X-Other': '1' }, body: 3 })).toEqual([
    'getUsers',
    'bearerToken',
    'Unauthorized',
    'Unauthorized:when',
  ]);
  expect(behind({ body: [null, { items: 3 }] })).not.toContain('UsersList.items');
  expect(behind({ query: '%zz', status: 400, body: null })).toEqual(['getUsers', 'bearerToken', 'InvalidRequest']);
});

test('a body that is nested without end has an answer', () => {
  const nested = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown;
  const sent = { requests: [{ contractId: '00a', nested }, { contractId: '00a', nested }, nested] };
  expect(
    behind({ operationId: 'generateVerificationLinksBatch', sent, body: { results: [nested], nested } }),
  ).toContain('generateVerificationLinksBatch:repeated-contract');
  expect(behind({ operationId: 'generateVerificationLinksBatch', sent: nested, status: 400, body: nested })).toContain(
    'InvalidRequest',
  );
});

test('a list of any length has an answer', () => {
  const providers = Array.from({ length: 200_000 }, () => '');
  expect(
    behind({ operationId: 'createCredentialsRequest', sent: { providers }, status: 400, body: providers }),
  ).toContain('CredentialsRequest.providers:refusal');
  expect(
    behind({ operationId: 'createCredentialsRequest', sent: { providers }, status: 204, body: undefined }),
  ).toContain('createCredentialsRequest:effect');
});

test('any exchange whatever has an answer', () => {
  const values = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const operations = fc.constantFrom(...OPERATION_IDS, 'getNothing');
  fc.assert(
    fc.property(
      operations,
      fc.string(),
      fc.integer({ min: 100, max: 599 }),
      values,
      values,
      (operationId, query, status, sent, body) => {
        expect(new Set(behind({ operationId, query, status, sent, body })).size).toBe(
          behind({ operationId, query, status, sent, body }).length,
        );
      },
    ),
    { numRuns: 200 },
  );
});
