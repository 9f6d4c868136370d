import { expect, test } from 'vitest';
import { prepareComparison } from '../../../src/verify/compare/compare-with-contract.js';
import type { ContractFinding } from '../../../src/verify/compare/contract-finding.js';
import type { PactFile } from '../../../src/pact/pact-file.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { AUTHORIZED } from '../../pact/pact-documents.js';
import { usersPact, writtenPact } from '../../pact/written-pacts.js';

const comparison = prepareComparison(shippedContract());

/** The findings; those about optional members are in a test of their own. */
function compare(pact: PactFile): readonly ContractFinding[] {
  const findings = pact.interactions.flatMap((interaction) => comparison.compare(interaction));
  return findings.filter(({ message }) => !message.startsWith('The pact requires'));
}

function only(pact: PactFile): ContractFinding {
  const findings = compare(pact);
  expect(findings).toHaveLength(1);
  return findings[0]!;
}

function answered(path: string, response: object, request: object = {}) {
  return writtenPact('3.0.0', {
    request: { method: 'GET', path: `/api/v1${path}`, headers: AUTHORIZED, ...request },
    response: { status: 200, ...response },
  });
}

const POST = { method: 'POST', headers: { ...AUTHORIZED, 'Content-Type': 'application/json' } };
const TYPE = { matchers: [{ match: 'type' }] };
const USER = { id: 1, partyId: 'party::1', kycStatus: 'APPROVED' };

test('a consumer may expect a part of a response', () => {
  expect(compare(usersPact({ body: { items: [USER], pagination: { total: 1 } } }))).toEqual([]);
  expect(compare(usersPact({ body: { items: [] } }))).toEqual([]);
  expect(compare(usersPact({}))).toEqual([]);
});

test('a status that the operation never sends is an error', () => {
  expect(only(usersPact({ status: 418 }))).toEqual({
    severity: 'error',
    code: 'response.status.unknown',
    message: 'The service never responds to getUsers with 418.',
    where: 'response status',
    expected: 'one of 200, 400, 401, 403, 429, 500',
    actual: '418',
  });
});

test('404 is an error for an operation that responds to an unknown party with an empty list', () => {
  expect(only(answered('/institutions/me/credentials/party::1', { status: 404 }))).toMatchObject({
    severity: 'error',
    where: 'response status',
  });
});

test.each([502, 503, 504])('%i is a status of gateways and a warning', (status) => {
  expect(only(usersPact({ status, headers: { 'Retry-After': '5' } }))).toMatchObject({
    severity: 'warning',
    where: 'response status',
  });
});

test('an unknown member is an error at any depth', () => {
  expect(only(usersPact({ body: { items: [USER, { ...USER, nickname: 'ben' }] } }))).toMatchObject({
    severity: 'error',
    message: 'The contract has no member "nickname" here: the service may never send it.',
    where: 'response body at /items/1/nickname',
    actual: '"ben"',
  });
});

test('every unknown member is reported', () => {
  const findings = compare(usersPact({ body: { data: [], meta: {}, pagination: { page: 1 } } }));
  expect(findings.map(({ where }) => where)).toEqual([
    'response body at /data',
    'response body at /meta',
    'response body at /pagination/page',
  ]);
});

test('a type that the service never sends is an error', () => {
  expect(only(usersPact({ body: { items: [{ ...USER, partyId: 7 }] } }))).toMatchObject({
    severity: 'error',
    where: 'response body at /items/0/partyId',
    expected: 'a string',
    actual: '7',
  });
});

test('null for a member that is never null is an error', () => {
  expect(only(usersPact({ body: { items: [{ ...USER, email: null }] } }))).toMatchObject({
    severity: 'error',
    where: 'response body at /items/0/email',
    actual: 'null',
  });
});

test('null for a member that may be null has no findings', () => {
  expect(
    compare(
      answered('/verification/check/abc', {
        body: { status: 'revoked', credentialData: null, kycProvider: null, contractId: null },
      }),
    ),
  ).toEqual([]);
});

test('an unknown member inside a value that may be null is an error', () => {
  expect(
    only(answered('/verification/check/abc', { body: { credentialData: { email: 'a@b.c', avatar: 'x' } } })),
  ).toMatchObject({ severity: 'error', where: 'response body at /credentialData/avatar' });
});

test('a value outside an enumeration is an error', () => {
  expect(only(usersPact({ body: { items: [{ kycStatus: 'DONE' }] } }))).toMatchObject({
    severity: 'error',
    where: 'response body at /items/0/kycStatus',
    expected: expect.stringContaining('one of TO_DO, IN_REVIEW') as string,
    actual: '"DONE"',
  });
});

test('a list instead of an object, or an object instead of a list, is an error', () => {
  expect(only(answered('/institutions/me/credentials/party::1', { body: { items: [] } }))).toMatchObject({
    severity: 'error',
    where: 'response body',
    expected: 'an array',
  });
  expect(only(usersPact({ body: [USER] }))).toMatchObject({
    severity: 'error',
    where: 'response body',
    expected: 'an object',
  });
});

test('objects without described members may have any member', () => {
  const body = { humanScore: { details: { allUserInfo: [{ anything: { at: 'all' } }] } } };
  expect(compare(answered('/institutions/me/human-scores/party::1', { body }))).toEqual([]);
  expect(
    compare(
      usersPact(
        { status: 400, body: { error: 'invalid_request', details: { violations: [] } } },
        { query: { limit: ['0'] } },
      ),
    ),
  ).toEqual([]);
});

test("an unknown member of the service's error body is an error", () => {
  expect(only(usersPact({ status: 401, body: { code: 'unauthorized' } }, { headers: {} }))).toMatchObject({
    severity: 'error',
    where: 'response body at /code',
  });
});

test('an item of a batch is a part of a result or of an error, but not both', () => {
  const batch = (item: object) =>
    answered(
      '/verification/generate-links-batch',
      { body: { results: [item] } },
      { ...POST, body: { requests: [{ contractId: '00' }] } },
    );
  expect(compare(batch({ contractId: '00' }))).toEqual([]);
  expect(compare(batch({ error: { message: 'no' } }))).toEqual([]);
  const both = compare(batch({ result: { token: 'a' }, error: { message: 'no' } }));
  expect(both.map(({ severity, where }) => `${severity} ${where}`)).toEqual([
    'error response body at /results/0/error',
    'error response body at /results/0/result',
  ]);
});

test('a body is an error if the response has none', () => {
  const request = { ...POST, body: { partyId: 'party::1', providers: ['GITHUB'] } };
  expect(
    only(answered('/institutions/me/credentials/request', { status: 204, body: { ok: true } }, request)),
  ).toMatchObject({ severity: 'error', where: 'response body', expected: 'no body', actual: '{"ok":true}' });
  expect(compare(answered('/institutions/me/credentials/request', { status: 204, body: '' }, request))).toEqual([]);
  expect(compare(answered('/institutions/me/credentials/request', { status: 204 }, request))).toEqual([]);
});

test('an empty body is an error if the response has one', () => {
  expect(only(usersPact({ body: '' }))).toMatchObject({
    severity: 'error',
    where: 'response body',
    expected: 'a body',
    actual: 'no body',
  });
});

test('a content type may have a charset, in any case', () => {
  expect(
    compare(usersPact({ headers: { 'Content-Type': 'Application/JSON; charset=utf-8' }, body: { items: [] } })),
  ).toEqual([]);
});

test('a content type that the service never sends is an error', () => {
  expect(only(usersPact({ headers: { 'Content-Type': 'application/hal+json' } }))).toMatchObject({
    severity: 'error',
    where: 'response header content-type',
    expected: 'application/json',
    actual: 'application/hal+json',
  });
});

test('with an example that is never sent, a matcher that only the content type with a charset satisfies is a warning', () => {
  const pact = usersPact({
    headers: { 'Content-Type': 'application/hal+json; charset=utf-8' },
    matchingRules: {
      header: { 'Content-Type': { matchers: [{ match: 'regex', regex: '^application/.*charset=utf-8$' }] } },
    },
  });
  expect(only(pact)).toMatchObject({ severity: 'warning', where: 'response header content-type' });
});

test('a content type without a body is an error', () => {
  const request = { ...POST, body: { partyId: 'party::1', providers: ['GITHUB'] } };
  expect(
    only(
      answered(
        '/institutions/me/credentials/request',
        { status: 204, headers: { 'Content-Type': 'application/json' } },
        request,
      ),
    ),
  ).toMatchObject({ severity: 'error', where: 'response header content-type', expected: 'no body' });
});

test('an unknown header is an error, a header that HTTP software adds is not', () => {
  expect(
    compare(
      usersPact({
        headers: { Date: 'Sat, 21 Nov 2026 10:25:21 GMT', Connection: 'keep-alive', 'Keep-Alive': 'timeout=5' },
      }),
    ),
  ).toEqual([]);
  expect(only(usersPact({ headers: { 'X-Total-Count': '5' } }))).toMatchObject({
    severity: 'error',
    where: 'response header x-total-count',
    actual: '5',
  });
});

test('a header value that the service never sends is an error', () => {
  const refused = (challenge: string) =>
    usersPact({ status: 401, headers: { 'WWW-Authenticate': challenge } }, { headers: {} });
  expect(compare(refused('Bearer error="invalid_token"'))).toEqual([]);
  expect(only(refused('Basic realm="x"'))).toMatchObject({
    severity: 'error',
    where: 'response header www-authenticate',
  });
});

test('with a matcher of types, an example that the service never sends is a warning', () => {
  const pact = usersPact({
    body: { items: [{ kycStatus: 'string', regDate: 'today' }] },
    matchingRules: { body: { '$.items': { matchers: [{ match: 'type', min: 1 }] } } },
  });
  expect(compare(pact).map(({ severity, where }) => `${severity} ${where}`)).toEqual([
    'warning response body at /items/0/kycStatus',
    'warning response body at /items/0/regDate',
  ]);
});

test('a matcher of types with an example of a wrong type is an error', () => {
  const pact = usersPact({
    body: { items: [{ partyId: 7 }] },
    matchingRules: { body: { '$.items[*].partyId': TYPE } },
  });
  expect(only(pact)).toMatchObject({
    severity: 'error',
    where: 'response body at /items/0/partyId',
    expected: 'a string',
  });
});

test('an unknown member is an error even with a matcher of types', () => {
  expect(only(usersPact({ body: { items: [{ nickname: 'x' }] }, matchingRules: { body: { $: TYPE } } }))).toMatchObject(
    { severity: 'error', where: 'response body at /items/0/nickname' },
  );
});

test('matching rules of version 2 are supported', () => {
  const pact = writtenPact('2.0.0', {
    request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: AUTHORIZED },
    response: {
      status: 200,
      headers: { 'Content-Type': 'application/json;charset=utf-8' },
      body: { items: [{ id: 1.5, kycStatus: 'x', reqStatus: 'y', kycProvider: 'z' }] },
      matchingRules: {
        '$.headers.Content-Type': { match: 'regex', regex: 'application/json.*' },
        '$.body.items': { min: 1 },
        '$.body.items[*].*': { match: 'type' },
        '$.body.items[*].reqStatus': { regex: 'PENDING|APPROVED' },
        "$.body['items'][*]['kycProvider']": { match: 'regex', regex: '^[a-z]$' },
      },
    },
  });
  expect(compare(pact).map(({ severity, where }) => `${severity} ${where}`)).toEqual([
    'warning response body at /items/0/reqStatus',
    'warning response body at /items/0/kycStatus',
    'error response body at /items/0/kycProvider',
  ]);
});

test('matching rules and bodies of version 4 are supported', () => {
  const pact = writtenPact('4.0', {
    request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: { authorization: ['Bearer x'] } },
    response: {
      status: 200,
      headers: { 'content-type': ['text/json'] },
      body: {
        contentType: 'application/json',
        encoded: false,
        content: { items: [{ kycStatus: 'string', partyId: null }] },
      },
      matchingRules: {
        header: { 'Content-Type': { matchers: [{ match: 'regex', regex: '^(text|application)/json' }] } },
        body: { '$.items': { matchers: [{ match: 'type', min: 1 }] } },
      },
    },
  });
  expect(compare(pact).map(({ severity, where }) => `${severity} ${where}`)).toEqual([
    'warning response header content-type',
    'error response body at /items/0/partyId',
    'warning response body at /items/0/kycStatus',
  ]);
});

test('a regular expression must match a value of the enumeration', () => {
  const withRegex = (regex: string) =>
    usersPact({
      body: { items: [{ kycStatus: 'approved' }] },
      matchingRules: { body: { '$.items[0].kycStatus': { matchers: [{ match: 'regex', regex }] } } },
    });
  expect(only(withRegex('(?i)^approved$'))).toMatchObject({ severity: 'warning' });
  expect(only(withRegex('[a-zA-Z]+'))).toMatchObject({ severity: 'warning' });
  expect(only(withRegex('^APPR'))).toMatchObject({ severity: 'error' });
  expect(only(withRegex('^[a-z]+$'))).toMatchObject({ severity: 'error' });
});

test('a decimal matcher is an error for an integer', () => {
  const pagination = (match: string) =>
    usersPact({
      body: { pagination: { total: 1.5 } },
      matchingRules: { body: { '$.pagination.total': { matchers: [{ match }] } } },
    });
  expect(only(pagination('decimal'))).toMatchObject({ severity: 'error' });
  expect(only(pagination('number'))).toMatchObject({ severity: 'warning' });
});

test('with a matcher of values, the names of members are examples', () => {
  const pact = (match: string) =>
    answered('/institutions/me/human-scores/party::1', {
      body: { humanScore: { breakdown: { some: 1 } } },
      matchingRules: { body: { '$.humanScore.breakdown': { matchers: [{ match }] } } },
    });
  expect(only(pact('values'))).toMatchObject({ severity: 'warning' });
  expect(only(pact('type'))).toMatchObject({ severity: 'error' });
});

test('for arrayContains, only types are checked', () => {
  const variants = [{ index: 0, rules: { '$.kycStatus': TYPE }, generators: {} }];
  const pact = (item: object) =>
    usersPact({
      body: { items: [item] },
      matchingRules: { body: { '$.items': { matchers: [{ match: 'arrayContains', variants }] } } },
    });
  expect(only(pact({ kycStatus: 'string' }))).toMatchObject({ severity: 'warning' });
  expect(only(pact({ kycStatus: 1 }))).toMatchObject({ severity: 'error' });
});

test('a matcher may allow a class of statuses', () => {
  const pact = (status: string | number[], example = 499) =>
    usersPact({ status: example, matchingRules: { status: { matchers: [{ match: 'statusCode', status }] } } });
  expect(compare(pact('clientError'))).toEqual([]);
  expect(compare(pact([401, 499]))).toEqual([]);
  expect(only(pact([498, 499], 200))).toMatchObject({
    message: 'The service never responds to getUsers with 498 and 499.',
    where: 'response status',
  });
});

test("the contract's own examples have no findings", () => {
  const contract = shippedContract();
  const interactions = [...contract.operations.values()].flatMap(({ method, path, responses }) =>
    [...responses].flatMap(([status, { examples, mediaType }]) =>
      [...examples.values()].map((body) => ({
        request: { method, path: path.replace(/\{\w+\}/, 'an-id'), headers: AUTHORIZED },
        response: { status, headers: { 'Content-Type': mediaType }, body },
      })),
    ),
  );
  expect(interactions.length).toBeGreaterThan(60);
  const findings = compare(writtenPact('3.0.0', ...interactions));
  expect(findings.filter(({ where }) => where.startsWith('response'))).toEqual([]);
});
