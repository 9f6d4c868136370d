import { expect, test } from 'vitest';
import { prepareComparison } from '../../../src/verification/compare/compare-with-contract.js';
import type { ContractFinding } from '../../../src/verification/compare/contract-finding.js';
import type { PactFile } from '../../../src/pact/pact-file.js';
import { shippedContract } from '../../../src/shipped.js';
import { AUTHORIZED } from '../../pact/pact-documents.js';
import { usersPact, writtenPact } from '../../pact/written-pacts.js';

const compare = await prepareComparison(shippedContract());

async function only(pact: PactFile): Promise<ContractFinding> {
  const findings = await compare(pact);
  expect(findings).toHaveLength(1);
  return findings[0]!;
}

function answered(path: string, response: object, request: object = {}) {
  return writtenPact('3.0.0', {
    request: { method: 'GET', path: `/api/v1${path}`, headers: AUTHORIZED, ...request },
    response: { status: 200, ...response },
  });
}

const TYPE = { matchers: [{ match: 'type' }] };
const USER = { id: 1, partyId: 'party::1', kycStatus: 'APPROVED' };

test('a part of an answer may be asked for', async () => {
  expect(await compare(usersPact({ body: { items: [USER], pagination: { total: 1 } } }))).toEqual([]);
  expect(await compare(usersPact({ body: { items: [] } }))).toEqual([]);
  expect(await compare(usersPact({}))).toEqual([]);
});

test('a status that the operation never answers is an error', async () => {
  expect(await only(usersPact({ status: 418 }))).toEqual({
    interaction: 0,
    severity: 'error',
    message: 'The service never answers getUsers with 418.',
    where: 'response status',
    pointer: '/interactions/0/response/status',
    expected: 'one of 200, 400, 401, 403, 429, 500',
    actual: '418',
  });
});

test('an operation that has an empty list for what is unknown never answers 404', async () => {
  expect(await only(answered('/institutions/me/credentials/party::1', { status: 404 }))).toMatchObject({
    severity: 'error',
    where: 'response status',
  });
});

test.each([502, 503, 504])('%i comes from before the service, and is a warning', async (status) => {
  expect(await only(usersPact({ status, headers: { 'Retry-After': '5' } }))).toMatchObject({
    severity: 'warning',
    where: 'response status',
  });
});

test('a member that the contract does not know is an error, at any depth', async () => {
  expect(await only(usersPact({ body: { items: [USER, { ...USER, nickname: 'ben' }] } }))).toMatchObject({
    severity: 'error',
    message: 'The contract knows no member "nickname" here: it may never come.',
    where: 'response body at /items/1/nickname',
    pointer: '/interactions/0/response/body/items/1/nickname',
    actual: '"ben"',
  });
});

test('each member too many is told', async () => {
  const findings = await compare(usersPact({ body: { data: [], meta: {}, pagination: { page: 1 } } }));
  expect(findings.map(({ where }) => where)).toEqual([
    'response body at /data',
    'response body at /meta',
    'response body at /pagination/page',
  ]);
});

test('a type that the service never sends is an error', async () => {
  expect(await only(usersPact({ body: { items: [{ ...USER, partyId: 7 }] } }))).toMatchObject({
    severity: 'error',
    where: 'response body at /items/0/partyId',
    expected: 'a string',
    actual: '7',
  });
});

test('null for a member that is never null is an error', async () => {
  expect(await only(usersPact({ body: { items: [{ ...USER, email: null }] } }))).toMatchObject({
    severity: 'error',
    where: 'response body at /items/0/email',
    actual: 'null',
  });
});

test('null for a member that may be null is right', async () => {
  expect(
    await compare(
      answered('/verification/check/abc', {
        body: { status: 'revoked', credentialData: null, kycProvider: null, contractId: null },
      }),
    ),
  ).toEqual([]);
});

test('inside of what may be null, members are known too', async () => {
  expect(
    await only(answered('/verification/check/abc', { body: { credentialData: { email: 'a@b.c', avatar: 'x' } } })),
  ).toMatchObject({ severity: 'error', where: 'response body at /credentialData/avatar' });
});

test('a value of an enumeration that never comes is an error', async () => {
  expect(await only(usersPact({ body: { items: [{ kycStatus: 'DONE' }] } }))).toMatchObject({
    severity: 'error',
    where: 'response body at /items/0/kycStatus',
    expected: expect.stringContaining('one of TO_DO, IN_REVIEW') as string,
    actual: '"DONE"',
  });
});

test('a list where an object comes, and the other way round, is an error', async () => {
  expect(await only(answered('/institutions/me/credentials/party::1', { body: { items: [] } }))).toMatchObject({
    severity: 'error',
    where: 'response body',
    expected: 'an array',
  });
  expect(await only(usersPact({ body: [USER] }))).toMatchObject({
    severity: 'error',
    where: 'response body',
    expected: 'an object',
  });
});

test('objects of which the contract says nothing may have any member', async () => {
  const body = { humanScore: { details: { allUserInfo: [{ anything: { at: 'all' } }] } } };
  expect(await compare(answered('/institutions/me/human-scores/party::1', { body }))).toEqual([]);
  expect(
    await compare(
      usersPact(
        { status: 400, body: { error: 'invalid_request', details: { violations: [] } } },
        { query: { limit: ['0'] } },
      ),
    ),
  ).toEqual([]);
});

test('the error body of the service is known', async () => {
  expect(await only(usersPact({ status: 401, body: { code: 'unauthorized' } }, { headers: {} }))).toMatchObject({
    severity: 'error',
    where: 'response body at /code',
  });
});

test('an item of a batch is a result or a failure, a part of it, but not both', async () => {
  const batch = (item: object) =>
    answered(
      '/verification/generate-links-batch',
      { body: { results: [item] } },
      { method: 'POST', body: { requests: [{ contractId: '00' }] } },
    );
  expect(await compare(batch({ contractId: '00' }))).toEqual([]);
  expect(await compare(batch({ error: { message: 'no' } }))).toEqual([]);
  const both = await compare(batch({ result: { token: 'a' }, error: { message: 'no' } }));
  expect(both.map(({ severity, where }) => `${severity} ${where}`)).toEqual([
    'error response body at /results/0/error',
    'error response body at /results/0/result',
  ]);
});

test('an answer without a body has none', async () => {
  const request = { method: 'POST', body: { partyId: 'party::1', providers: ['GITHUB'] } };
  expect(
    await only(answered('/institutions/me/credentials/request', { status: 204, body: { ok: true } }, request)),
  ).toMatchObject({ severity: 'error', where: 'response body', expected: 'no body', actual: '{"ok":true}' });
  expect(await compare(answered('/institutions/me/credentials/request', { status: 204, body: '' }, request))).toEqual(
    [],
  );
  expect(await compare(answered('/institutions/me/credentials/request', { status: 204 }, request))).toEqual([]);
});

test('an answer that always has a body is never empty', async () => {
  expect(await only(usersPact({ body: '' }))).toMatchObject({
    severity: 'error',
    where: 'response body',
    expected: 'a body',
    actual: 'no body',
  });
});

test('a content type may have a charset, in any case', async () => {
  expect(
    await compare(usersPact({ headers: { 'Content-Type': 'Application/JSON; charset=utf-8' }, body: { items: [] } })),
  ).toEqual([]);
});

test('a content type that never comes is an error', async () => {
  expect(await only(usersPact({ headers: { 'Content-Type': 'application/hal+json' } }))).toMatchObject({
    severity: 'error',
    where: 'response header content-type',
    expected: 'application/json',
    actual: 'application/hal+json',
  });
});

test('a content type without a body is an error', async () => {
  const request = { method: 'POST', body: { partyId: 'party::1', providers: ['GITHUB'] } };
  expect(
    await only(
      answered(
        '/institutions/me/credentials/request',
        { status: 204, headers: { 'Content-Type': 'application/json' } },
        request,
      ),
    ),
  ).toMatchObject({ severity: 'error', where: 'response header content-type', expected: 'no body' });
});

test('a header that the contract does not know is an error, one that HTTP adds is not', async () => {
  expect(
    await compare(
      usersPact({
        headers: { Date: 'Sat, 21 Nov 2026 10:25:21 GMT', Connection: 'keep-alive', 'Keep-Alive': 'timeout=5' },
      }),
    ),
  ).toEqual([]);
  expect(await only(usersPact({ headers: { 'X-Total-Count': '5' } }))).toMatchObject({
    severity: 'error',
    where: 'response header x-total-count',
    actual: '5',
  });
});

test('the value of a header that the contract knows has to be one that it sends', async () => {
  const refused = (challenge: string) =>
    usersPact({ status: 401, headers: { 'WWW-Authenticate': challenge } }, { headers: {} });
  expect(await compare(refused('Bearer error="invalid_token"'))).toEqual([]);
  expect(await only(refused('Basic realm="x"'))).toMatchObject({
    severity: 'error',
    where: 'response header www-authenticate',
  });
});

test('a rule about types takes any value, so an example that never comes is a warning', async () => {
  const pact = usersPact({
    body: { items: [{ kycStatus: 'string', regDate: 'today' }] },
    matchingRules: { body: { '$.items': { matchers: [{ match: 'type', min: 1 }] } } },
  });
  expect((await compare(pact)).map(({ severity, where }) => `${severity} ${where}`)).toEqual([
    'warning response body at /items/0/kycStatus',
    'warning response body at /items/0/regDate',
  ]);
});

test('a rule about types with an example of another type is an error', async () => {
  const pact = usersPact({
    body: { items: [{ partyId: 7 }] },
    matchingRules: { body: { '$.items[*].partyId': TYPE } },
  });
  expect(await only(pact)).toMatchObject({
    severity: 'error',
    where: 'response body at /items/0/partyId',
    expected: 'a string',
  });
});

test('a rule about types does not make an unknown member known', async () => {
  expect(
    await only(usersPact({ body: { items: [{ nickname: 'x' }] }, matchingRules: { body: { $: TYPE } } })),
  ).toMatchObject({ severity: 'error', where: 'response body at /items/0/nickname' });
});

test('rules of version 2 are the same rules', async () => {
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
  expect((await compare(pact)).map(({ severity, where }) => `${severity} ${where}`)).toEqual([
    'warning response body at /items/0/reqStatus',
    'warning response body at /items/0/kycStatus',
    'error response body at /items/0/kycProvider',
  ]);
});

test('rules and bodies of version 4 are the same', async () => {
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
  expect((await compare(pact)).map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual([
    'warning /interactions/0/response/headers/content-type',
    'error /interactions/0/response/body/content/items/0/partyId',
    'warning /interactions/0/response/body/content/items/0/kycStatus',
  ]);
});

test('a regular expression that a value of the enumeration has is possible, one that none has is an error', async () => {
  const withRegex = (regex: string) =>
    usersPact({
      body: { items: [{ kycStatus: 'approved' }] },
      matchingRules: { body: { '$.items[0].kycStatus': { matchers: [{ match: 'regex', regex }] } } },
    });
  expect(await only(withRegex('(?i)^approved$'))).toMatchObject({ severity: 'warning' });
  expect(await only(withRegex('[a-zA-Z]+'))).toMatchObject({ severity: 'warning' });
  expect(await only(withRegex('^APPR'))).toMatchObject({ severity: 'error' });
  expect(await only(withRegex('^[a-z]+$'))).toMatchObject({ severity: 'error' });
});

test('a number that wants a decimal point never comes where the contract counts', async () => {
  const pagination = (match: string) =>
    usersPact({
      body: { pagination: { total: 1.5 } },
      matchingRules: { body: { '$.pagination.total': { matchers: [{ match }] } } },
    });
  expect(await only(pagination('decimal'))).toMatchObject({ severity: 'error' });
  expect(await only(pagination('number'))).toMatchObject({ severity: 'warning' });
});

test('the names of members are examples under a rule about the values of an object', async () => {
  const pact = (match: string) =>
    answered('/institutions/me/human-scores/party::1', {
      body: { humanScore: { breakdown: { some: 1 } } },
      matchingRules: { body: { '$.humanScore.breakdown': { matchers: [{ match }] } } },
    });
  expect(await only(pact('values'))).toMatchObject({ severity: 'warning' });
  expect(await only(pact('type'))).toMatchObject({ severity: 'error' });
});

test('what an array shall contain is held against types alone', async () => {
  const variants = [{ index: 0, rules: { '$.kycStatus': TYPE }, generators: {} }];
  const pact = (item: object) =>
    usersPact({
      body: { items: [item] },
      matchingRules: { body: { '$.items': { matchers: [{ match: 'arrayContains', variants }] } } },
    });
  expect(await only(pact({ kycStatus: 'string' }))).toMatchObject({ severity: 'warning' });
  expect(await only(pact({ kycStatus: 1 }))).toMatchObject({ severity: 'error' });
});

test('a rule may allow a class of statuses', async () => {
  const pact = (status: string | number[]) =>
    usersPact(
      { status: 499, matchingRules: { status: { matchers: [{ match: 'statusCode', status }] } } },
      { headers: {} },
    );
  expect(await compare(pact('clientError'))).toEqual([]);
  expect(await compare(pact([401, 499]))).toEqual([]);
  expect(await only(pact([498, 499]))).toMatchObject({ severity: 'error', where: 'response status' });
});

test("the contract's own examples are all possible", async () => {
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
  const findings = await compare(writtenPact('3.0.0', ...interactions));
  expect(findings.filter(({ where }) => where.startsWith('response'))).toEqual([]);
});
