import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { shippedPath } from '../../../src/common/shipped-files.js';
import { resolvePeer } from '../../../src/verify/optional-peers.js';
import { shippedContract } from '../../../src/start/shipped.js';
import { CODE_RATINGS, Comparator, comparatorFinding } from '../../../src/verify/compare/comparator.js';
import { comparablePact, flattenedDocument } from '../../../src/verify/compare/comparator-input.js';
import { prepareComparison } from '../../../src/verify/compare/compare-with-contract.js';
import { AUTHORIZED } from '../../pact/pact-documents.js';
import { usersPact, writtenPact } from '../../pact/written-pacts.js';

const contract = shippedContract();
const comparator = new Comparator(flattenedDocument(contract));
const comparison = prepareComparison(contract);
afterAll(() => Promise.all([comparator.close(), comparison.close()]));

function result(code: string, location = '[root].interactions[0].request.headers') {
  return { code, message: 'Something', mockDetails: { location, value: 'x' } };
}

test('every code of the comparator is rated, with a reason', () => {
  const types = readFileSync(
    shippedPath('node_modules/@pactflow/openapi-pact-comparator/dist/src/results/index.d.ts'),
    'utf8',
  );
  const codes = [...types.matchAll(/"((?:request|response)\.[\w.-]+)"/g)].map(([, code]) => code!);
  expect(codes.length).toBeGreaterThan(20);
  expect(Object.keys(CODE_RATINGS).toSorted()).toEqual([...new Set(codes)].toSorted());
  expect(
    Object.values(CODE_RATINGS).filter(
      ({ reason, severity, message }) => reason === '' || (severity !== 'nothing' && message === undefined),
    ),
  ).toEqual([]);
});

test("an unknown code is a warning with the comparator's message", () => {
  expect(comparatorFinding(result('request.cookie.unknown'), usersPact({}))).toMatchObject({
    finding: { severity: 'warning', message: 'Something (request.cookie.unknown)' },
  });
});

test('a location of the comparator becomes a place', () => {
  const finding = comparatorFinding(
    {
      ...result('response.body.incompatible', '[root].interactions[0].response.body.items.0'),
      message: '... must NOT have additional properties - a/b',
    },
    usersPact({}),
  );
  expect(finding).toMatchObject({ at: 0, finding: { place: { part: 'response body', pointer: '/items/0/a~1b' } } });
});

test('a value that consists of all headers is not reported', () => {
  const finding = comparatorFinding(
    {
      code: 'request.authorization.missing',
      message: 'x',
      mockDetails: { location: '[root].interactions[0].request.headers', value: { authorization: 'Basic c2VjcmV0' } },
    },
    usersPact({}),
  );
  expect(JSON.stringify(finding)).not.toContain('c2VjcmV0');
});

test('a wrong media type means nothing if the consumer expects that the request is refused', () => {
  const code = 'request.content-type.incompatible';
  expect(comparatorFinding(result(code), usersPact({ status: 415 }))).toBeUndefined();
  expect(comparatorFinding(result(code), usersPact({ status: 429 }))).toMatchObject({ finding: { severity: 'error' } });
});

/** A pact in which the comparator reports a code that means nothing, and what our own checks report of it. */
const CHECK = '/api/v1/verification/check/a-token';
const LINK = { method: 'POST', path: '/api/v1/verification/generate-link', headers: AUTHORIZED };
const JSON_TYPE = { 'Content-Type': 'application/json' };

test.each<[code: string, request: object, response: object, own: string[]]>([
  ['request.content-type.missing', { ...LINK, body: { contractId: '00a' } }, {}, ['request.content-type.refused']],
  ['request.content-type.unknown', { headers: { ...AUTHORIZED, ...JSON_TYPE } }, {}, []],
  ['request.header.unknown', { headers: { ...AUTHORIZED, traceparent: '00-1-2-01' } }, {}, []],
  ['request.body.unknown', { body: { a: 1 } }, {}, ['request.body.needless']],
  ['response.status.unknown', {}, { status: 418 }, ['response.status.unknown']],
  ['response.header.undefined', {}, { headers: { Vary: 'Accept-Encoding' } }, []],
  ['response.header.unknown', {}, { headers: { 'X-Total-Count': '3' } }, ['response.header.unknown']],
])('%s means nothing: what is right in it, our own check reports', async (code, request, response, own) => {
  const pact = usersPact(response, request);
  const [results, findings] = await Promise.all([
    comparator.compare(comparablePact(pact, contract)),
    comparison.compare(pact),
  ]);
  expect(CODE_RATINGS[code]).toMatchObject({ severity: 'nothing' });
  expect(results.map((found) => found.code)).toContain(code);
  expect(findings.map((finding) => finding.code)).toEqual(own);
});

test('the contract has no default response, and no operation without a body in all responses', () => {
  const { paths } = flattenedDocument(contract) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  expect(operations.length).toBeGreaterThan(10);
  expect(operations.filter(({ responses }) => 'default' in responses)).toEqual([]);
  expect(operations.filter(({ responses }) => Object.values(responses).every(({ content }) => !content))).toEqual([]);
  expect(CODE_RATINGS['request.accept.unknown']).toMatchObject({ severity: 'nothing' });
  expect(CODE_RATINGS['response.status.default']).toMatchObject({ severity: 'nothing' });
});

test('a finding about a status from 400 on is shown', async () => {
  const findings = await comparison.compare(
    writtenPact('3.0.0', {
      request: { method: 'GET', path: CHECK, headers: { Accept: 'text/html' } },
      response: { status: 404 },
    }),
  );
  expect(findings).toMatchObject([{ code: 'comparator.request.accept.incompatible', severity: 'warning' }]);
});

test('a missing package is reported with the command that installs it', () => {
  expect(() => resolvePeer('@not/installed')).toThrow(
    expect.objectContaining({
      name: 'MissingPeerError',
      package: '@not/installed',
      message:
        'verifying pacts needs @not/installed, which is not installed: npm install --save-dev @pact-foundation/pact @pactflow/openapi-pact-comparator',
    }) as Error,
  );
});
