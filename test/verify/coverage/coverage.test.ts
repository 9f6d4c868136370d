/** What of the contract pacts exercise: `coverage.yaml`, and what belongs to no operation. */

import { expect, test } from 'vitest';
import type { PactFile } from '../../../src/pact/pact-file.js';
import { shippedContract } from '../../../src/start/shipped.js';
import {
  coverageOf,
  type CoveredInteraction,
  type CoverageSources,
} from '../../../src/verify/coverage/contract-coverage.js';
import type { ContractCoverage } from '../../../src/verify/report/verification-report.js';
import { coverageTable } from '../../../src/verify/report/coverage-table.js';
import { AUTHORIZED } from '../../pact/pact-documents.js';
import { usersPact, writtenPact } from '../../pact/written-pacts.js';
import { filledEntries } from '../../filled-entries.js';
import { withGaps } from '../../with-gaps.js';

type Named = Readonly<Record<string, readonly string[]>>;

interface Written {
  /** Of the Pact specification. Default: 3.0.0. */
  readonly version?: '2.0.0' | '3.0.0' | '4.0';
  /** What they do not say is that of a successful request for the users list. */
  readonly interactions: readonly { readonly request?: object; readonly response?: object }[];
  /** By operation and kind, all names that are exercised, each as often as it is; and names that are not. */
  readonly exercises?: Readonly<Record<string, Named & { readonly interactions?: number }>>;
  readonly knows?: Readonly<Record<string, Named>>;
  /** How many interactions are of any operation. */
  readonly counted?: number;
  /** All blind spots; some; a text in none. */
  readonly blind?: readonly string[];
  readonly misses?: readonly string[];
  readonly silent?: string;
}

const cases = filledEntries<Written>(
  new URL('coverage.yaml', import.meta.url),
  'version interactions exercises knows counted blind misses silent',
);

test.each(cases)('%s', (_, written) => {
  const { version = '3.0.0', interactions, exercises = {}, knows = {}, counted, blind, misses = [], silent } = written;
  const whole = interactions.map(({ request, response }) => ({
    request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: AUTHORIZED, ...request },
    response: { status: 200, ...response },
  }));
  const { operations, blindSpots } = coverage([writtenPact(version, ...whole)]);

  for (const [id, { interactions: count, ...kinds }] of Object.entries(exercises)) {
    const found = operations.find(({ operation }) => operation === id)!;
    if (count !== undefined) expect(found.interactions).toBe(count);
    for (const [kind, names] of Object.entries(kinds)) {
      const things = found[kind as 'members'].flatMap(({ name, interactions: times }) =>
        Array.from({ length: times }, () => name),
      );
      expect(things).toEqual(names);
    }
  }
  for (const [id, kinds] of Object.entries(knows))
    for (const [kind, names] of Object.entries(kinds)) {
      const things = operations.find(({ operation }) => operation === id)![kind as 'members'];
      expect(things).toEqual(expect.arrayContaining(names.map((name) => ({ name, interactions: 0 }))));
    }
  if (counted !== undefined) expect(operations.reduce((sum, { interactions: of }) => sum + of, 0)).toBe(counted);
  if (blind !== undefined) expect(blindSpots).toEqual(withGaps(blind));
  expect(blindSpots).toEqual(expect.arrayContaining(withGaps(misses) as string[]));
  if (silent !== undefined) expect(blindSpots.join()).not.toContain(silent);
});

function coverage(
  pacts: readonly PactFile[],
  more: Partial<CoverageSources> = {},
  used: Omit<CoveredInteraction, 'interaction'> = { states: [], scenarios: [] },
): ContractCoverage {
  const interactions = pacts.flatMap((pact) => pact.interactions.map((interaction) => ({ interaction, ...used })));
  return coverageOf({ contract: shippedContract(), interactions, scenarios: [], states: [], ...more });
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
  const users = operations.find(({ operation }) => operation === 'getUsers')!;
  expect(users).toMatchObject({
    method: 'GET',
    path: '/api/v1/institutions/me/users',
    interactions: 0,
  });
  expect(users.statuses).toEqual(['200', '400', '401', '403', '429', '500'].map((name) => ({ name, interactions: 0 })));
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
