/** The points that a response rests on. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeFacts } from '../../../src/contract/fidelity/exchange-facts.js';
import { pointsBehind } from '../../../src/contract/fidelity/points-behind.js';
import { OPERATION_IDS } from '../../../src/contract/operation.js';
import { shippedContract } from '../../../src/start/shipped.js';

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

/** The IDs of the points behind a response; by default an empty page of getUsers. */
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

test('a response rests on the parameters that were sent', () => {
  expect(behind({ query: 'search=ann' })).toContain('getUsers.search');
  expect(behind({ query: { search: 'ann' } })).toContain('getUsers.search');
  expect(behind({})).not.toContain('getUsers.search');
});

test('a response rests on the defaults of parameters that were not sent', () => {
  expect(behind({})).toContain('UsersLimit:default');
  expect(behind({ query: 'limit=5' })).not.toContain('UsersLimit:default');
});

test('a refused request rests on the limit that it breaks', () => {
  expect(behind({ query: 'limit=0', status: 400, body: {} })).toContain('UsersLimit:minimum');
  expect(behind({ query: 'limit=101', status: 400, body: {} })).toContain('UsersLimit:maximum');
  expect(behind({ query: 'limit=101', status: 400, body: {} })).not.toContain('UsersLimit:minimum');
  expect(behind({ query: 'limit=100' })).not.toContain('UsersLimit:maximum');
});

test('a response rests on the members that it has', () => {
  const body = { ...EMPTY_PAGE, items: [{ id: 1 }, { id: 2, email: 'ann@example.com' }] };
  expect(behind({ body })).toEqual(expect.arrayContaining(['InstitutionUser.id', 'InstitutionUser.email']));
  expect(behind({ body })).not.toContain('InstitutionUser.fullName');
});

test('a response rests on a member and on the schema that the member refers to', () => {
  const body = { ...EMPTY_PAGE, items: [{ regDate: '2026-01-09T08:30:00.000Z' }] };
  expect(behind({ body })).toEqual(expect.arrayContaining(['InstitutionUser.regDate', 'Timestamp']));
});

test('a response rests on the headers that it has, in any case', () => {
  const throttled = { status: 429, body: { error: 'rate_limited', message: 'Rate limit exceeded.' } };
  expect(behind({ ...throttled, headers: { 'retry-after': '1' } })).toContain('RetryAfter');
  expect(behind(throttled)).not.toContain('RetryAfter');
});

test('a 401 does not rest on the parameters that were sent', () => {
  expect(behind({ query: 'search=ann&limit=0', status: 401, body: {} })).toEqual([
    'getUsers',
    'bearerToken',
    'bearerToken:scheme',
    'bearerToken:lifetime',
    'Unauthorized',
    'Unauthorized:when',
  ]);
});

test('a response rests on HTTP Basic if the client uses it', () => {
  const token = { operationId: 'issueToken', sent: { grant_type: 'client_credentials' }, body: {} };
  expect(behind({ ...token, requestHeaders: { authorization: 'Basic ZGVtbw==' } })).toContain('clientBasic');
  expect(behind(token)).not.toContain('clientBasic');
});

test('a refused request rests on the rule over parameters that it breaks', () => {
  const resolve = { operationId: 'resolveCredentials', status: 400, body: {} };
  expect(behind(resolve)).toContain('resolveCredentials.exactly-one-of:neither');
  expect(behind({ ...resolve, query: 'q=a&partyId=b' })).toContain('resolveCredentials.exactly-one-of:both');
  expect(
    behind({ operationId: 'resolveCredentials', query: 'q=a', body: { credentials: [] } }).filter((id) =>
      id.includes('exactly'),
    ),
  ).toEqual([]);
});

test('a response rests on a point with conditions only if it meets them', () => {
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

test('unknown and repeated query parameters and another media type are recognized', () => {
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

test('the shape of IDs belongs to responses that have one, the refusal of IDs to requests that break it', () => {
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

test('a note of a list covers what its items break', () => {
  const request = { operationId: 'createCredentialsRequest', status: 400, body: {} };
  expect(behind({ ...request, sent: { partyId: 'party::1', providers: ['MYSPACE'] } })).toEqual(
    expect.arrayContaining(['CredentialsRequest.providers:refusal', 'Provider:values']),
  );
  expect(behind({ ...request, sent: { providers: ['GITHUB'] } })).not.toContain('CredentialsRequest.providers:refusal');
});

test('an unknown path rests on the points about paths, methods, addresses and events', () => {
  expect(behind({ operationId: 'getNothing', status: 404, body: {} })).toEqual(
    ['unknown-path', 'wrong-method', 'trailing-slash', 'path-case', 'order-of-checks', 'options', 'dot-segments']
      .concat(['encoded-path', 'me', 'redirects', 'address', 'events'])
      .map((about) => `service:${about}`),
  );
});

test('a status, header or body that the contract does not have rests on no point of it', () => {
  expect(behind({ status: 418, body: 'I am a teapot' })).toEqual(['getUsers', 'bearerToken']);
  expect(behind({ status: 401, headers: { 'X-Other': '1' }, body: 3 })).toEqual([
    'getUsers',
    'bearerToken',
    'bearerToken:scheme',
    'bearerToken:lifetime',
    'Unauthorized',
    'Unauthorized:when',
  ]);
  expect(behind({ body: [null, { items: 3 }] })).not.toContain('UsersList.items');
  expect(behind({ query: '%zz', status: 400, body: null })).toEqual([
    ...['order-of-refusals', 'malformed-query', 'empty-parameter', 'http'].map((about) => `service:${about}`),
    ...['getUsers', 'bearerToken', 'bearerToken:repeated', 'InvalidRequest'],
  ]);
});

test('a very deeply nested body has points', () => {
  const nested = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown;
  const sent = { requests: [{ contractId: '00a', nested }, { contractId: '00a', nested }, nested] };
  expect(
    behind({ operationId: 'generateVerificationLinksBatch', sent, body: { results: [nested], nested } }),
  ).toContain('generateVerificationLinksBatch:repeated-contract');
  expect(behind({ operationId: 'generateVerificationLinksBatch', sent: nested, status: 400, body: nested })).toContain(
    'InvalidRequest',
  );
});

test('a list of any length has points', () => {
  const providers = Array.from({ length: 200_000 }, () => '');
  expect(
    behind({ operationId: 'createCredentialsRequest', sent: { providers }, status: 400, body: providers }),
  ).toContain('CredentialsRequest.providers:refusal');
  expect(
    behind({ operationId: 'createCredentialsRequest', sent: { providers }, status: 204, body: undefined }),
  ).toContain('createCredentialsRequest:effect');
});

test('any exchange has points', () => {
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
    { numRuns: 200, seed: 20_261_123 },
  );
});
