import { expect, test } from 'vitest';
import type { PactFile } from '../../../src/pact/pact-file.js';
import { prepareComparison } from '../../../src/verify/compare/compare-with-contract.js';
import type { ContractFinding } from '../../../src/verify/compare/contract-finding.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { AUTHORIZED } from '../../pact/pact-documents.js';
import { usersPact, writtenPact } from '../../pact/written-pacts.js';

const comparison = prepareComparison(shippedContract());

function compare(pact: PactFile): ContractFinding[] {
  return pact.interactions.flatMap((interaction) => comparison.compare(interaction));
}

function only(pact: PactFile): ContractFinding {
  const findings = compare(pact);
  expect(findings).toHaveLength(1);
  return findings[0]!;
}

function posted(path: string, body: unknown, more: object = {}, status = 200) {
  return writtenPact('3.0.0', {
    request: {
      method: 'POST',
      path: `/api/v1${path}`,
      headers: { ...AUTHORIZED, 'Content-Type': 'application/json' },
      body,
      ...more,
    },
    response: { status },
  });
}

function tokenRequest(body: unknown, headers: object = { 'Content-Type': 'application/x-www-form-urlencoded' }) {
  return writtenPact('2.0.0', {
    request: { method: 'POST', path: '/oauth/token', headers, body },
    response: { status: 200, body: { access_token: 'a' }, matchingRules: { '$.body.access_token': { match: 'type' } } },
  });
}

test('a valid request has no findings', () => {
  expect(compare(usersPact({}, { query: { limit: ['5'], kycStatus: ['APPROVED'] } }))).toEqual([]);
});

test('a path without the prefix is completed', () => {
  expect(compare(usersPact({}, { path: '/institutions/me/users' }))).toEqual([]);
});

test('an unknown path is reported with the nearest path', () => {
  const finding = only(usersPact({}, { path: '/api/v1/institutions/me/user' }));
  expect(finding).toEqual({
    severity: 'error',
    code: 'request.path.unknown',
    message: 'The contract has no such path; did you mean GET /api/v1/institutions/me/users?',
    where: 'request path',
    actual: 'GET /api/v1/institutions/me/user',
  });
});

test('an unknown method is reported with the methods of the path', () => {
  expect(only(usersPact({}, { method: 'DELETE' }))).toMatchObject({
    severity: 'error',
    where: 'request method',
    message: 'The contract has no DELETE at this path; it has GET or HEAD.',
  });
});

test('a HEAD request is for the operation with GET', () => {
  expect(compare(usersPact({}, { method: 'HEAD' }))).toEqual([]);
});

test('a body in an unknown content coding is reported', () => {
  const headers = { ...AUTHORIZED, 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' };
  expect(only(posted('/verification/generate-link', { contractId: '00' }, { headers }))).toEqual({
    severity: 'error',
    code: 'request.content-encoding.refused',
    message: 'The service cannot read a body in this content coding: it would respond with 415.',
    where: 'request header Content-Encoding',
    expected: 'gzip, deflate or br',
    actual: 'zstd',
  });
});

test('a query in the path and a broken percent-encoding are reported', () => {
  expect(only(usersPact({}, { path: '/api/v1/institutions/me/users?limit=5' })).message).toBe(
    'The contract has no such path; in a pact, the part after the question mark belongs in "query".',
  );
  expect(only(usersPact({}, { path: '/api/v1/institutions/me/credentials/%zz' })).message).toBe(
    'The path is not percent-encoded UTF-8, so the contract has no such path.',
  );
});

test('an unknown path is an error whatever the status is, because 404 is for unknown resources', () => {
  for (const status of [200, 404, 500])
    expect(only(usersPact({ status }, { path: '/api/v1/nothing' }))).toMatchObject({ severity: 'error' });
});

test('an unknown method with an expected 405 is a warning', () => {
  expect(only(usersPact({ status: 405 }, { method: 'DELETE' }))).toMatchObject({ severity: 'warning' });
});

test.each([429, 500, 401, 403])(
  'nothing in a request explains %d, so a query that is refused is an error',
  (status) => {
    expect(only(usersPact({ status }, { query: { limit: ['0'] } }))).toMatchObject({
      severity: 'error',
      code: 'request.query.invalid',
    });
  },
);

test('a header that only the emulator reads is a warning', () => {
  expect(only(usersPact({}, { headers: { ...AUTHORIZED, 'Emulator-Scenario': 'server-error' } }))).toMatchObject({
    severity: 'warning',
    code: 'request.header.emulator',
  });
});

test('a request without a token that expects success is an error', () => {
  expect(only(usersPact({}, { headers: {} }))).toMatchObject({
    severity: 'error',
    where: 'request header Authorization',
    expected: 'Bearer <access token>',
    actual: 'no header',
  });
});

test('the secret of another authentication scheme is not reported', () => {
  expect(only(usersPact({}, { headers: { Authorization: 'Basic c2VjcmV0' } })).actual).toBe('Basic ...');
});

test('a request without a token that expects 401 has no findings', () => {
  expect(compare(usersPact({ status: 401 }, { headers: {} }))).toEqual([]);
});

test('a public operation requires no token', () => {
  expect(
    compare(
      writtenPact('2.0.0', {
        request: { method: 'GET', path: '/api/v1/verification/check/a-token' },
        response: { status: 200 },
      }),
    ),
  ).toEqual([]);
});

test('a query value that the service refuses is an error', () => {
  expect(only(usersPact({}, { query: { limit: ['0'] } }))).toMatchObject({
    severity: 'error',
    where: 'request query limit',
    expected: 'an integer from 1 to 100',
    actual: '0',
  });
});

test('in version 2, the query is a text', () => {
  const pact = writtenPact('2.0.0', {
    request: {
      method: 'GET',
      path: '/api/v1/institutions/me/users',
      headers: AUTHORIZED,
      query: 'limit=5&orderBy=age',
    },
    response: { status: 200 },
  });
  expect(only(pact)).toMatchObject({
    where: 'request query orderBy',
    actual: '"age"',
  });
});

test('a wrong request that expects 400 has no findings', () => {
  expect(compare(usersPact({ status: 400 }, { query: { limit: ['0'], orderBy: ['age'] } }))).toEqual([]);
});

test('an ignored query parameter is a warning with the nearest name', () => {
  const finding = only(usersPact({}, { query: { limt: ['5'] } }));
  expect(finding).toMatchObject({ severity: 'warning', where: 'request query limt', actual: '"5"' });
  expect(finding.message).toContain('did you mean "limit"?');
});

test('parameters that exclude each other are an error unless 400 is expected', () => {
  const query = { q: ['ben@example.com'], partyId: ['party::1'] };
  const path = '/api/v1/institutions/me/credentials/resolve';
  expect(only(usersPact({}, { path, query }))).toMatchObject({
    severity: 'error',
    where: 'request query',
    expected: 'exactly one of q, partyId',
    actual: 'q and partyId',
  });
  expect(compare(usersPact({ status: 400 }, { path, query }))).toEqual([]);
});

test.each(['a+b@example.com', 'tom & jerry', 'a=b', 'one,two', '100%', 'ünïcode ✓', 'a.b[c]'])(
  'the query value %j has no findings',
  (q) => {
    expect(compare(usersPact({}, { path: '/api/v1/institutions/me/credentials/resolve', query: { q: [q] } }))).toEqual(
      [],
    );
  },
);

test.each(['party::123', 'a=b', 'a,b', 'a;b', '%7Bid%7D', 'a%2Fb', '100%25', '%E2%9C%93'])(
  'the party %j in a path has no findings',
  (party) => {
    expect(compare(usersPact({}, { path: `/api/v1/institutions/me/credentials/${party}` }))).toEqual([]);
  },
);

test.each([[['a', 'b']], [['a,b']], [['a,b', 'c']]])('an array may be repeated or comma-separated: %j', (partyIds) => {
  expect(compare(usersPact({}, { path: '/api/v1/institutions/me/credentials', query: { partyIds } }))).toEqual([]);
});

test('partyIds[] is a warning that it is ignored, and how to send it', () => {
  const query = { 'partyIds[]': ['a', 'b'] };
  expect(compare(usersPact({}, { path: '/api/v1/institutions/me/credentials', query }))).toContainEqual(
    expect.objectContaining({
      severity: 'warning',
      message:
        'WARNING: the service has no parameter "partyIds[]" and ignores it, as if it were not sent; send partyIds=a&partyIds=b or partyIds=a,b (axios: paramsSerializer: { indexes: null }).',
    }),
  );
});

test('a body without a required member is an error', () => {
  expect(only(posted('/verification/generate-link', {}))).toMatchObject({
    severity: 'error',
    where: 'request body at /contractId',
    actual: 'nothing',
  });
});

test('a value that the service refuses is an error at its place', () => {
  const body = { partyId: 'party::1', providers: ['GITHUB', 'MYSPACE'] };
  expect(only(posted('/institutions/me/credentials/request', body, {}, 204))).toMatchObject({
    severity: 'error',
    where: 'request body at /providers/1',
    expected: 'one of GOOGLE, LINKEDIN, GITHUB, DISCORD, TWITTER, REDDIT',
    actual: '"MYSPACE"',
  });
});

test('in version 4, the body is an object with its content', () => {
  const pact = writtenPact('4.0', {
    request: {
      method: 'POST',
      path: '/api/v1/verification/generate-link',
      headers: { authorization: ['Bearer x'], 'Content-Type': ['application/json'] },
      body: { content: { contractId: 7 }, contentType: 'application/json', encoded: false },
    },
    response: { status: 200 },
  });
  expect(only(pact)).toMatchObject({
    where: 'request body at /contractId',
    expected: 'a string',
    actual: '7',
  });
});

test('an ignored member of the body is a warning', () => {
  expect(only(posted('/verification/generate-link', { contractId: '00', note: 'x' }))).toMatchObject({
    severity: 'warning',
    where: 'request body at /note',
  });
});

test('a request without a required body is an error', () => {
  expect(only(posted('/verification/generate-link', undefined))).toMatchObject({
    severity: 'error',
    where: 'request body',
    actual: 'nothing',
  });
});

test('a body for an operation without a body is a warning', () => {
  expect(only(usersPact({}, { body: { page: 1 } }))).toMatchObject({
    severity: 'warning',
    where: 'request body',
  });
});

test('a body with another media type is an error unless 415 is expected', () => {
  const headers = { headers: { ...AUTHORIZED, 'Content-Type': 'text/plain' } };
  expect(only(posted('/verification/generate-link', { contractId: '00' }, headers))).toMatchObject({
    severity: 'error',
    where: 'request header Content-Type',
    expected: 'application/json',
    actual: 'text/plain',
  });
  expect(compare(posted('/verification/generate-link', 'contractId: 00', headers, 415))).toEqual([]);
});

test('a JSON body without a content type is an error, because the verifier adds none', () => {
  expect(only(posted('/verification/generate-link', { contractId: '00' }, { headers: AUTHORIZED }))).toMatchObject({
    code: 'request.content-type.refused',
    actual: 'no header',
  });
});

test('the content type of a JSON body may have a charset', () => {
  expect(
    compare(
      posted(
        '/verification/generate-link',
        { contractId: '00' },
        { headers: { ...AUTHORIZED, 'Content-Type': 'application/json; charset=utf-8' } },
      ),
    ),
  ).toEqual([]);
});

test('a token request as a form has no findings', () => {
  expect(compare(tokenRequest('grant_type=client_credentials&client_id=a&client_secret=b%2Cc%26d'))).toEqual([]);
});

test('a token request without grant_type is an error', () => {
  expect(only(tokenRequest('client_id=a&client_secret=b'))).toMatchObject({
    severity: 'error',
    where: 'request body at /grant_type',
  });
});

test('a token request as JSON is an error', () => {
  expect(
    only(tokenRequest({ grant_type: 'client_credentials' }, { 'Content-Type': 'application/json' })),
  ).toMatchObject({
    severity: 'error',
    where: 'request header Content-Type',
    expected: 'application/x-www-form-urlencoded',
  });
});

test('headers that HTTP libraries add have no findings', () => {
  const headers = {
    ...AUTHORIZED,
    Accept: 'application/json, text/plain, */*',
    'Content-Type': 'application/json',
    'X-Request-Id': '✓ 1',
    'User-Agent': 'axios',
    'bad name': 'x',
  };
  expect(compare(usersPact({}, { headers }))).toEqual([]);
});

test('an Accept header without a media type of the service is a warning', () => {
  expect(only(usersPact({}, { headers: { ...AUTHORIZED, Accept: 'text/html' } }))).toMatchObject({
    severity: 'warning',
    code: 'request.accept.ignored',
    where: 'request header Accept',
    expected: 'application/json',
    actual: 'text/html',
  });
});

test.each([
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;q=0.1',
  'application/*',
  'text/html, */*;q=0.1',
])('the service meets the Accept header %s', (accept) => {
  expect(compare(usersPact({}, { headers: { ...AUTHORIZED, Accept: accept } }))).toEqual([]);
});

test.each(['application/json;q=0, */*', 'application/xml', '*/*;q=0'])(
  'the service ignores the Accept header %s',
  (accept) => {
    expect(only(usersPact({}, { headers: { ...AUTHORIZED, Accept: accept } }))).toMatchObject({
      code: 'request.accept.ignored',
    });
  },
);
