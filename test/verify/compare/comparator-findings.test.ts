import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedPath } from '../../../src/common/shipped-files.js';
import { comparatorFinding, CODE_RATINGS } from '../../../src/verify/compare/comparator-findings.js';
import { resolvePeer } from '../../../src/verify/optional-peers.js';
import { usersPact } from '../../pact/written-pacts.js';

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

test('a code that means nothing for an expected failure is ignored', () => {
  expect(comparatorFinding(result('request.path-or-method.unknown'), usersPact({ status: 404 }))).toBeUndefined();
  expect(comparatorFinding(result('request.path-or-method.unknown'), usersPact({}))).toMatchObject({
    finding: { severity: 'error' },
  });
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
