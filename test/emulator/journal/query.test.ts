import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allAtOnce } from '../../../src/common/steps.js';
import type { Exchange } from '../../../src/emulator/journal/exchange.js';
import { type SandboxFacts, type ExchangeQuery, selectExchanges } from '../../../src/emulator/journal/query.js';
import { budget } from '../../budget.js';
import { journal } from '../judge/sketch.js';

const latency = { scenario: 'latency', selector: 'header', parameters: {}, call: 1, fault: 'delay' } as const;

const JOURNAL = journal(
  { received: 0, operation: 'issueToken' },
  { received: 1_000, operation: 'getUsers', status: 429 },
  { received: 2_000, operation: 'getUsers', scenarios: [latency], client: 'demo+latency' },
  { received: 3_000, operation: null, status: 404, path: '/api/v1/institution/me/users' },
  { received: 4_000, operation: 'getCredentialByPartyId', path: '/api/v1/institutions/me/credentials/party%3A%3Aben' },
  { received: 5_000, operation: 'getHumanScores', query: 'partyIds=ann,party::ben' },
  { received: 6_000, operation: 'resolveCredentials', query: 'q=%20Ben@Example.com' },
  {
    received: 7_000,
    operation: 'generateVerificationLinksBatch',
    body: { requests: [{ contractId: '00a' }, { contractId: '00b' }] },
  },
  {
    received: 8_000,
    operation: 'checkVerificationStatus',
    client: null,
    path: '/api/v1/verification/check/B2Rl.~seal~',
    responseBody: { contractId: '00b' },
  },
);

function select(exchanges: readonly Exchange[], query: ExchangeQuery, context?: SandboxFacts): Exchange[] {
  return allAtOnce(selectExchanges(exchanges, query, context));
}

function ids(query: ExchangeQuery, context: SandboxFacts = {}): number[] {
  return select(JOURNAL, query, context).map(({ id }) => id);
}

test('a query without criteria returns every exchange, oldest first', () => {
  expect(ids({})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test.each<[string, ExchangeQuery, number[]]>([
  ['operation', { operation: 'getUsers' }, [2, 3]],
  ['method, case-insensitive', { method: 'post' }, [1, 8]],
  ['path', { path: '/api/v1/institutions/me/users' }, [2, 3]],
  ['path with an asterisk in a segment', { path: '/api/v1/*/me/users' }, [2, 3, 4]],
  ['status', { status: 404 }, [4]],
  ['class of status', { status: '4xx' }, [2, 4]],
  ['scenario', { scenario: 'latency' }, [3]],
  ['client', { clientId: 'demo+latency' }, [3]],
  ['time, both ends inclusive', { since: '2026-01-09T08:00:01Z', until: '2026-01-09T09:00:02.000+01:00' }, [2, 3]],
  ['number', { after: 7 }, [8, 9]],
  ['several criteria that all hold', { operation: 'getUsers', status: '2xx' }, [3]],
  ['several criteria that never hold together', { operation: 'getUsers', method: 'POST' }, []],
])('exchanges are found by %s', (_, query, found) => {
  expect(ids(query)).toEqual(found);
});

test('a path pattern finds the same paths as the regular expression with the same meaning', () => {
  const text = fc.stringMatching(/^[ab/]{0,12}$/);
  fc.assert(
    fc.property(text, fc.stringMatching(/^[ab/*]{0,8}$/), (path, pattern) => {
      const [exchange] = journal({ received: 0, operation: null, path });
      const expected = new RegExp(`^${pattern.replaceAll('*', '[^/]*')}$`).test(path);
      expect(select([exchange!], { path: pattern })).toHaveLength(expected ? 1 : 0);
    }),
    { numRuns: budget({ short: 500, long: 20_000 }), seed: 20_261_123 },
  );
});

test('a path pattern with many asterisks is matched against a long path at once', () => {
  const long = journal({ received: 0, operation: null, path: `/${'a'.repeat(15_000)}` });
  expect(select(long, { path: `/${'*a'.repeat(5_000)}b` })).toEqual([]);
  expect(select(long, { path: `/${'*a'.repeat(5_000)}*` })).toHaveLength(1);
});

test('a limit returns the last exchanges', () => {
  expect(ids({ limit: 2 })).toEqual([8, 9]);
  expect(ids({ limit: 0 })).toEqual([]);
  expect(ids({ limit: 50, operation: 'getUsers' })).toEqual([2, 3]);
});

test('a party is found by its ID in path and query', () => {
  expect(ids({ party: 'party::ben' })).toEqual([5, 6]);
});

test('a party is found by every name that the world knows, in requests and in the response of a public check', () => {
  const namesOfParty = (party: string): ReadonlySet<string> =>
    new Set(party === 'party::ben' ? ['party::ben', '00b', 'ben@example.com'] : []);
  expect(ids({ party: 'party::ben' }, { namesOfParty })).toEqual([5, 6, 7, 8, 9]);
});

test('only the asterisk is special in a path criterion', () => {
  expect(ids({ path: '/api/v1/institutions/me/user.' })).toEqual([]);
  expect(ids({ path: '/api/*/users' })).toEqual([]);
});

test('broken percent-encoding and bodies contain no names', () => {
  const broken = journal({ received: 0, path: '/api/v1/%E0%A4%A', query: '%', body: '{' });
  expect(select(broken, { party: '%E0%A4%A' })).toHaveLength(1);
  expect(select(broken, { party: 'ben' })).toHaveLength(0);
});
