import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedPath } from '../../../src/documents/shipped-files.js';
import { comparatorFinding, CODE_RATINGS } from '../../../src/verification/compare/comparator-findings.js';
import { resolvePeer } from '../../../src/verification/optional-peers.js';
import { usersPact } from '../../pact/written-pacts.js';

function result(code: string, location = '[root].interactions[0].request.headers') {
  return { code, message: 'Something', mockDetails: { location, value: 'x' } };
}

test('every code that the comparator has is judged, with a reason', () => {
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

test('a code that came later is a warning with its own words', () => {
  expect(comparatorFinding(result('request.cookie.unknown'), usersPact({}))).toMatchObject({
    finding: { severity: 'warning', message: 'Something (request.cookie.unknown)' },
  });
});

test('what the comparator says of a place is said of the same place', () => {
  const finding = comparatorFinding(
    {
      ...result('response.body.incompatible', '[root].interactions[0].response.body.items.0'),
      message: '... must NOT have additional properties - a/b',
    },
    usersPact({}),
  );
  expect(finding).toMatchObject({ at: 0, finding: { place: { part: 'response body', pointer: '/items/0/a~1b' } } });
});

test('headers that are told together are not repeated, for there may be secrets among them', () => {
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

test('what means nothing where a failure is expected is left out', () => {
  expect(comparatorFinding(result('request.path-or-method.unknown'), usersPact({ status: 404 }))).toBeUndefined();
  expect(comparatorFinding(result('request.path-or-method.unknown'), usersPact({}))).toMatchObject({
    finding: { severity: 'error' },
  });
});

test('a package that is not installed is named with the line that installs it', () => {
  expect(() => resolvePeer('@not/installed')).toThrow(
    expect.objectContaining({
      name: 'MissingPeerError',
      package: '@not/installed',
      message:
        'verifying pacts needs @not/installed, which is not installed: npm install --save-dev @pact-foundation/pact @pactflow/openapi-pact-comparator',
    }) as Error,
  );
});
